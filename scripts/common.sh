# shellcheck shell=bash
# Shared by the scripts beside it; sourced, not run. Leaves the caller in the project's root.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck disable=SC2034  # used by scripts that hand paths on to a program
caller_dir=$PWD
cd "$root"

# usage SCRIPT: prints the comment that a script opens with.
usage() { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$1"; }

# step LOG WHAT COMMAND...: runs the command into the log, with a line of progress at every tenth of a
# ninja build; on failure shows the end of the log and ends the script with the command's status.
step() {
  local log=$1 what=$2
  shift 2
  mkdir -p "$(dirname "$log")"
  local start=$SECONDS status=0
  echo "$what ..."
  NINJA_STATUS='[%f/%t] ' "$@" 2>&1 | tee -a "$log" | tell_tenths || status=$? # pipefail: the command's
  if [ "$status" -ne 0 ]; then
    echo "$what failed. The end of $log:" >&2
    tail -n 40 "$log" | sed 's/^/  | /' >&2
    exit "$status"
  fi
  echo "$what: done in $((SECONDS - start)) s"
}

# tell_tenths: reads the output of a ninja build and tells each tenth done.
tell_tenths() {
  local line told=0 tenth
  while IFS= read -r line; do
    if [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
      tenth=$((10 * BASH_REMATCH[1] / BASH_REMATCH[2]))
      if [ "$tenth" -gt "$told" ]; then
        told=$tenth
        echo "  ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}"
      fi
    fi
  done
}
