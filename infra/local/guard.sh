# Ends a process, or a group when its id begins with a minus, as soon as the holder of this script's input is gone.
# A parent that is killed can end nothing any more, but the system closes what it held.
# $1: the id   $2: seconds until it is ended by force
while read -r _; do :; done
kill -s TERM -- "$1" 2>/dev/null || exit 0
waited=0
while [ "$waited" -lt "$2" ]; do
  sleep 1
  kill -s 0 -- "$1" 2>/dev/null || exit 0
  waited=$((waited + 1))
done
kill -s KILL -- "$1" 2>/dev/null
