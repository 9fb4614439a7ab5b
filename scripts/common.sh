# shellcheck shell=bash
# Shared by the scripts beside it; sourced, not run. Leaves the caller in the project's root.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck disable=SC2034  # used by scripts that hand paths on to a program
caller_dir=$PWD
cd "$root"

# usage SCRIPT: prints the comment that a script opens with.
usage() { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$1"; }

# step LOG WHAT COMMAND...: runs the command into the log and shows how far a ninja build is: as a bar with the time left on a
# terminal, else with a line at every tenth. expected_cpu_minutes, if set, is what the first guess of the time left is made from.
# On failure shows the end of the log, says what to do if the reason is known, and ends the script with the command's status.
step() {
  local log=$1 what=$2
  shift 2
  mkdir -p "$(dirname "$log")"
  local start=$SECONDS status=0
  echo "$what ..."
  NINJA_STATUS='[%f/%t] ' "$@" 2>&1 | tee -a "$log" | show_progress || status=$? # pipefail: the command's
  if [ "$status" -ne 0 ]; then
    echo "$what failed. The end of $log:" >&2
    tail -n 40 "$log" | sed 's/^/  | /' >&2
    explain_failure "$log" >&2
    exit "$status"
  fi
  echo "$what: done in $(in_words $((SECONDS - start)))"
}

# bundle_pages LOG BUILD: the pages of the report before all else. Their packages come from the network, and who has none should
# not wait for a compiler to learn that.
bundle_pages() { step "$1" "Bundling the pages of the report" cmake --build "$2" --target tread_web; }

# in_words SECONDS: 42 s, 3 min.
in_words() {
  if [ "$1" -lt 90 ]; then echo "$1 s"; else echo "$((($1 + 30) / 60)) min"; fi
}

# seconds_left DONE ALL ELAPSED: weighs the guess made before the build against the pace so far, more and more towards the pace.
seconds_left() {
  local done=$1 all=$2 elapsed=$3
  local left_by_pace=$((done > 0 ? elapsed * (all - done) / done : 0))
  if [ "${expected_cpu_minutes:-0}" -eq 0 ]; then
    echo "$left_by_pace"
    return
  fi
  local left_by_guess=$((60 * expected_cpu_minutes / $(nproc) * (all - done) / all))
  echo $(((done * left_by_pace + (all - done) * left_by_guess) / all))
}

# show_progress: reads the output of a ninja build, shows how much of it is done and how long the rest will take.
show_progress() {
  local line shown=-1 share left start=$SECONDS bar='####################'
  while IFS= read -r line; do
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
    share=$((100 * BASH_REMATCH[1] / BASH_REMATCH[2]))
    left=$(seconds_left "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" $((SECONDS - start)))
    if [ -t 1 ]; then
      printf '\r  [%-20s] %3d %%, %s left   ' "${bar:0:share / 5}" "$share" "$(in_words "$left")"
      shown=$share
    elif [ $((share / 10)) -gt "$shown" ]; then
      shown=$((share / 10))
      echo "  $share %, about $(in_words "$left") left"
    fi
  done
  if [ -t 1 ] && [ "$shown" -ge 0 ]; then printf '\r%60s\r' ''; fi
}

# explain_failure LOG: what to do, where the end of the log says why a build failed.
explain_failure() {
  local end free_kib
  end=$(tail -n 60 "$1")
  # On a full disk cmake and others leave half a file and say nothing, or fail with other words.
  free_kib=$(df -k --output=avail . | tail -n 1)
  [ "$free_kib" -lt 20000 ] && end="No space left on device"
  case $end in
    *"No space left on device"*)
      echo "The disk is full: make room ($(df -h --output=avail . | tail -n 1 | tr -d ' ') are free here; a build wants 1 GB), then run the same command again: it goes on where it stopped." ;;
    *"Killed signal terminated program"* | *"cc1plus: out of memory"*)
      echo "The compiler ran out of memory (it wants some 2 GB a job): close other programs, then run the same command again." ;;
    *"npm could not fetch"*)
      echo "The pages of the report need packages from the npm registry, once: run the same command again with a network, or copy web/node_modules from a clone that has been built." ;;
  esac
}
