# Ends, and leaves sleeping children behind that hold its pipes open; their environment says whose they are.
MARQUE=$1
export MARQUE
while read -r mot _; do
    case $mot in
    hello) echo "engine 1 dormeurs" ;;
    go)
        sleep 1000 &
        (sleep 1000 & sleep 1000) &
        exit 3
        ;;
    esac
done
