/** The paths and settings that the service depends on. All paths are absolute. */
export interface UnitSettings {
  readonly user: string
  readonly group: string
  /** The repository. The service cannot change it. */
  readonly repository: string
  readonly dataDir: string
  /** The program of Node. */
  readonly node: string
  /** Files and folders of the settings that the service reads. */
  readonly reads: readonly string[]
  /** The TCP ports that it listens on. */
  readonly ports: readonly number[]
}

/** Directories that `ProtectHome` hides. */
const HOMES = /^\/(home|root|run\/user)(\/|$)/
/** Directories below which disks for backups are mounted. They need not exist. */
const DISKS = ['/media', '/mnt', '/run/media']
/** Ports below need a capability. */
const PRIVILEGED_PORTS_END = 1024
/** Seconds that systemd waits for the shutdown, which takes up to 75 s (main.ts). */
const STOP_SECONDS = 90

/** Escapes the specifiers of systemd. */
const escaped = (text: string): string => text.replaceAll('%', '%%')
const quoted = (text: string): string => `"${escaped(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
/** In a command, a dollar sign begins a variable. */
const argument = (text: string): string => quoted(text).replaceAll('$', '$$$$')

/**
 * Returns the unit file of systemd for the server. It starts after every boot and every end, as a user without rights,
 * and may write to the data directory and to mounted disks only, which are for backups.
 */
export function unitFile({ user, group, repository, dataDir, node, reads, ports }: UnitSettings): string {
  const needsHome = [repository, dataDir, node, ...reads].some((file) => HOMES.test(file))
  const needsCapability = ports.some((port) => port > 0 && port < PRIVILEGED_PORTS_END)
  const capability = needsCapability ? 'CAP_NET_BIND_SERVICE' : ''
  return `[Unit]
Description=Noroshi
After=network.target
RequiresMountsFor=${quoted(dataDir)} ${quoted(repository)}
# It is started again however often it ends.
StartLimitIntervalSec=0

[Service]
Type=exec
User=${user}
Group=${group}
WorkingDirectory=${escaped(repository)}
ExecStart=${argument(node)} ${argument(`${repository}/scripts/start.mjs`)}
Restart=always
RestartSec=2
# The server ends its processes itself and then PostgreSQL writes its last checkpoint.
KillMode=mixed
TimeoutStopSec=${STOP_SECONDS}
# When memory is short, the system ends a process that decodes a picture. The server continues.
OOMPolicy=continue
OOMScoreAdjust=-500
LimitNOFILE=65536
UMask=0077

NoNewPrivileges=yes
CapabilityBoundingSet=${capability}
AmbientCapabilities=${capability}
ProtectSystem=strict
ReadWritePaths=${[quoted(dataDir), ...DISKS.map((folder) => `-${folder}`)].join(' ')}
ProtectHome=${needsHome ? 'read-only' : 'yes'}
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`
}
