package arbitre.colonnes;

/** When a search has to end: at an instant, or earlier when somebody says so. */
final class Limite {
    /** Thrown through a search that has to end. It has no stack trace: there is one for all. */
    static final class Atteinte extends RuntimeException {
        private static final long serialVersionUID = 1;
        private static final Atteinte SEULE = new Atteinte();

        private Atteinte() {
            super(null, null, false, false);
        }
    }

    /** Positions between two looks at the clock: far less than a millisecond. */
    private static final int PAS = 1024;

    private final long start = System.nanoTime();
    private long nanos;
    private volatile boolean stopped;
    private long nodes;

    /** So many nanoseconds from now. */
    Limite(long nanos) {
        this.nanos = nanos;
    }

    /** Ends the search; from any thread, at any time. */
    void arreter() {
        stopped = true;
    }

    /** Ends the search at most so many nanoseconds from now. For the thread that searches. */
    void raccourcir(long more) {
        nanos = Math.min(nanos, ecoule() + more);
    }

    /** Counts a position; throws when the search has to end. */
    void compter() {
        if (++nodes % PAS == 0) {
            verifier();
        }
    }

    /** Throws when the search has to end. */
    void verifier() {
        if (stopped || ecoule() >= nanos) {
            throw Atteinte.SEULE;
        }
    }

    /** Nanoseconds since the start. */
    long ecoule() {
        return System.nanoTime() - start;
    }

    /** Positions counted. */
    long noeuds() {
        return nodes;
    }
}
