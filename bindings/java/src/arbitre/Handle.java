package arbitre;

import java.lang.ref.Cleaner;
import java.util.function.LongConsumer;

/** The address of something of the library, freed once: when it is closed, or when nobody knows its owner any more. */
final class Handle implements Runnable {
    private final LongConsumer free;
    private final Cleaner.Cleanable cleanable;
    private long address;

    Handle(Object owner, long address, LongConsumer free) {
        this.address = address;
        this.free = free;
        this.cleanable = Native.CLEANER.register(owner, this);
    }

    /** The address; the owner's lock is held as long as it is used. */
    long address() {
        if (address == 0) {
            throw new IllegalStateException("closed");
        }
        return address;
    }

    void close() {
        cleanable.clean();
    }

    @Override
    public void run() {
        if (address != 0) {
            free.accept(address);
            address = 0;
        }
    }
}
