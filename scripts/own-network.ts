/** Script that sets up a LAN without a route out of it in the new network namespace, and runs the command. */
const SETUP = `ip link set lo up
ip link add lan0 type veth peer name lan1
ip address add 192.168.77.1/24 dev lan0
ip link set lan0 up
ip link set lan1 up
exec "$@"`

/**
 * Returns a command that runs another one in a new network namespace with loopback and a LAN, without a route to the
 * internet. It needs root, iproute2 and util-linux.
 */
export const inOwnNetwork = (command: readonly string[]): string[] => ['unshare', '--net', 'sh', '-ec', SETUP, 'sh', ...command]
