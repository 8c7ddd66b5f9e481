/** Sets up a LAN and no route out of it in the new network, and runs the command. */
const SETUP = `ip link set lo up
ip link add lan0 type veth peer name lan1
ip address add 192.168.77.1/24 dev lan0
ip link set lan0 up
ip link set lan1 up
exec "$@"`

/**
 * Returns a command that runs another one in a network of its own: loopback and a LAN, without a route to the internet. It needs
 * root, and iproute2 and util-linux of Debian.
 */
export const inOwnNetwork = (command: readonly string[]): string[] => ['unshare', '--net', 'sh', '-ec', SETUP, 'sh', ...command]
