/** The systemd units for the services and the daily backup. Pure. */
import { installation } from '../installation.ts';

const { user, data, backups, backupPassphrase } = installation;

/** The hardening of both services. `MemoryDenyWriteExecute` is missing because Node.js compiles code while it runs. */
const hardening = `UMask=0077
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
PrivateMounts=yes
ProtectProc=invisible
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
LockPersonality=yes
RemoveIPC=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
# @pkey: V8 uses it to guard compiled code.
SystemCallFilter=@system-service @pkey
SystemCallErrorNumber=EPERM`;

const written = '# Written by `waypost setup`, which also removes it. `systemctl edit` adds lines of your own.';

/** Returns the service's unit. `lowPorts`: the service itself listens on ports 80 and 443. */
export const serviceUnit = (lowPorts: boolean) => `${written}

[Unit]
Description=Waypost, short links and contact automation
Wants=network-online.target
After=network-online.target mariadb.service mysql.service redis-server.service valkey-server.service

[Service]
Type=exec
User=${user}
Group=${user}
Environment=HOME=${data}
# All processes log to the journal, and to files in LOCAL_DIR/logs.
ExecStart=/usr/bin/waypost start --logs
SyslogIdentifier=waypost
# New processes of /opt/waypost/current serve before the old ones end, so no request is refused.
ExecReload=/bin/kill -HUP $MAINPID
Restart=on-failure
RestartSec=5
LimitNOFILE=65536

# Only the first process receives SIGTERM. It waits until the others have drained. Processes that remain after it, or
# after this time, are killed.
KillMode=mixed
TimeoutStopSec=60

# The only folders that the services write to. LINKS_SOCKET can name the second one.
StateDirectory=waypost
StateDirectoryMode=0700
ReadWritePaths=-/run/waypost-links
${lowPorts ? 'CapabilityBoundingSet=CAP_NET_BIND_SERVICE\nAmbientCapabilities=CAP_NET_BIND_SERVICE' : 'CapabilityBoundingSet='}
${hardening}

[Install]
WantedBy=multi-user.target
`;

export const backupUnit = `${written}

[Unit]
Description=Backup of Waypost
Wants=waypost.service
After=waypost.service mariadb.service mysql.service

[Service]
Type=oneshot
ExecStart=/usr/bin/waypost backup ${backups}/ --keep 7 --passphrase-file ${backupPassphrase}
Nice=10
IOSchedulingClass=idle

# It reads the services' files but writes as root, so that a compromised service cannot delete backups. At the end it
# changes to the services' user, and records the backup beside the data.
ReadWritePaths=${backups} ${data}
CapabilityBoundingSet=CAP_DAC_READ_SEARCH CAP_SETUID CAP_SETGID
${hardening}
`;

export const backupTimer = `${written}

[Unit]
Description=Daily backup of Waypost

[Timer]
OnCalendar=daily
RandomizedDelaySec=1h
Persistent=yes

[Install]
WantedBy=timers.target
`;
