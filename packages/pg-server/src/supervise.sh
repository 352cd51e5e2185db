# Runs as the server's user, under the lock, and execs the server:
#   sh -c <this text> supervise <owner pid> <folder> <initdb> <postgres> <initdb options…> -- <postgres options…>
# Standard input is a pipe whose other end only the owner has open.
set -eu
owner=$1 folder=$2 initdb=$3 postgres=$4
shift 4
cd "$folder"
echo "$owner" >lock

# initdb works in a second folder that is renamed when it is complete: a start that is killed leaves nothing behind.
if [ ! -e cluster/PG_VERSION ]; then
	rm -rf cluster.new
	options=
	while [ "$1" != -- ]; do
		options="$options $1"
		shift
	done
	# shellcheck disable=SC2086 # these options contain no spaces
	"$initdb" -D cluster.new --pwfile=password $options </dev/null
	mv cluster.new cluster
fi
while [ "$1" != -- ]; do shift; done
shift

# The lock guarantees that no server runs here. The process id left by a killed server may now belong to another process
# (containers reuse the same ids), and PostgreSQL would refuse to start.
rm -f cluster/postmaster.pid

# The owner writes a line once the server has ended; an end of file without one means that the owner was killed.
# The watcher is not a child of the server, which treats the end of an unknown child as a crash.
( { read -r _ <&3 || kill -INT $$; } & ) 3<&0 >/dev/null 2>&1
exec "$postgres" -D "$folder/cluster" "$@" </dev/null
