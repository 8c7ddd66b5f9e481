import { HOTSPOT_NETWORK } from './hotspot-network.ts'
import type { HotspotSettings } from './hotspot-settings.ts'

/** The folder of the files, and the one that dnsmasq reads again while it runs. */
export const FILES = '/etc/noroshi-hotspot'
export const RUN = '/run/noroshi-hotspot'
/** The number of the rule among those of the machine. */
export const RULE_PRIORITY = 7676
/** The default of Linux (6168) without the bit of "unreachable". */
const REFUSALS_WITHOUT_LIMIT = 6168 & ~(1 << 3)
/** Seconds between two questions to the server whether it has internet. */
const ASK_EVERY = 30

/**
 * Returns the program of the service. It sets address and rule, starts dnsmasq and hostapd, and removes all of it at its
 * end. It asks the server a connectivity check: while the server answers it, the names of the checks lead to the server.
 * When the server refuses it (421), it has internet, and dnsmasq asks the name servers of the machine for these names.
 * @param askEvery seconds
 */
export function hotspotScript(settings: HotspotSettings, askEvery = ASK_EVERY): string {
  const { address, prefix } = HOTSPOT_NETWORK
  const { hasNetworkManager, radio } = settings
  const radioOn = radio === null ? [] : ['rfkill unblock wifi', `iw reg set ${radio.country}`]
  const setUp = hasNetworkManager
    ? [...radioOn, 'nmcli --wait 20 connection up noroshi-hotspot || exit 1']
    : [
        ...radioOn.slice(0, 1),
        'ip link set "$device" up || exit 1',
        `ip address replace ${address}/${prefix} dev "$device" || exit 1`,
        ...(radio === null ? [] : [`hostapd ${FILES}/hostapd.conf &`, 'children="$children $!"']),
        `dnsmasq --keep-in-foreground --conf-file=${FILES}/dnsmasq.conf --pid-file &`,
        'resolver=$!',
        'children="$children $resolver"',
      ]
  const tearDown = hasNetworkManager
    ? ['nmcli connection down noroshi-hotspot 2>/dev/null']
    : [`ip address del ${address}/${prefix} dev "$device" 2>/dev/null`]
  const findResolver = hasNetworkManager ? ['  resolver=$(cat "/run/nm-dnsmasq-$device.pid" 2>/dev/null)'] : []
  return `#!/bin/bash
# The network of Noroshi's hotspot: address, rule, names and leases. Written by npm run hotspot:install.
device='${settings.interface}'
values="net/ipv4/conf/$device/forwarding net/ipv4/icmp_ratemask net/ipv4/route/error_cost"
children=
resolver=
sleeper=
names=

# Prints the names of connectivity checks with each name server of this machine.
real_servers() {
  while read -r word address _; do
    [ "$word" = nameserver ] && sed "s|$|/$address|" ${FILES}/check-servers
  done < /etc/resolv.conf
}

# The names of connectivity checks lead to this machine (own), or are asked of its name servers (real), or do not exist.
lead_names() {
  hosts=
  servers=
  case "$1" in
    own) hosts=$(cat ${FILES}/check-hosts) ;;
    real) servers=$(real_servers) ;;
  esac
  if [ "$names" = "$1 $servers" ]; then return; fi
  names="$1 $servers"
  echo "$hosts" > ${RUN}/hosts
  echo "$servers" > ${RUN}/servers
${findResolver.map((line) => `${line}\n`).join('')}  [ -z "$resolver" ] || kill -HUP "$resolver"
}

# Prints the status with which the server answers a connectivity check; nothing while it does not run.
ask_server() {
  {
    printf 'GET /generate_204 HTTP/1.0\\r\\nHost: connectivitycheck.gstatic.com\\r\\n\\r\\n' >&3
    read -r -t 5 _ status _ <&3 && echo "$status"
  } 3<> /dev/tcp/127.0.0.1/80
}

# Sets a value of the kernel and keeps the one before.
set_value() {
  before=${RUN}/before$(echo "$1" | tr / _)
  [ -w "/proc/sys/$1" ] || return
  [ -s "$before" ] || cat "/proc/sys/$1" > "$before"
  echo "$2" > "/proc/sys/$1"
}

restore_values() {
  for name in $values; do
    cat "${RUN}/before$(echo "$name" | tr / _)" > "/proc/sys/$name"
  done 2>/dev/null
}

# Without forwarding, the kernel drops packets for other networks silently, and apps wait. The rule refuses them at once.
forbid() {
  [ -n "$(ip rule show priority ${RULE_PRIORITY})" ] || ip rule add iif "$device" priority ${RULE_PRIORITY} prohibit || exit 1
  # A kernel without IPv6 has no such rules.
  [ -n "$(ip -6 rule show priority ${RULE_PRIORITY} 2>/dev/null)" ] ||
    ip -6 rule add iif "$device" priority ${RULE_PRIORITY} prohibit 2>/dev/null
  set_value "net/ipv4/conf/$device/forwarding" 1
  # By default each phone gets one or two refusals, and then one in two seconds.
  set_value net/ipv4/icmp_ratemask ${REFUSALS_WITHOUT_LIMIT}
  set_value net/ipv4/route/error_cost 0
}

tear_down() {
  trap - EXIT
  kill $children $sleeper 2>/dev/null
  [ -z "$children" ] || wait $children 2>/dev/null
  ${tearDown.join('\n  ')}
  restore_values
  ip rule del priority ${RULE_PRIORITY} 2>/dev/null
  ip -6 rule del priority ${RULE_PRIORITY} 2>/dev/null
  rm -rf ${RUN}/*
}

trap 'exit 0' TERM INT
trap tear_down EXIT
mkdir -p ${RUN}
forbid
lead_names own
${setUp.join('\n')}

sleep 1 # a program that cannot start has ended by then
while :; do
  for child in $children; do kill -0 "$child" 2>/dev/null || exit 1; done
  case "$(ask_server 2>/dev/null)" in
    421) lead_names real ;;
    204 | 302) lead_names own ;;
    ?*) lead_names none ;; # HOTSPOT_PROBES=off
  esac
  sleep ${askEvery} &
  sleeper=$!
  wait $sleeper
done
`
}
