const APPLE = '<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>'
/** The request of each system, and the status and bytes that it compares with. */
export const EXPECTED_CHECKS: readonly (readonly [url: string, status: number, body: string])[] = [
  ['connectivitycheck.gstatic.com/generate_204', 204, ''],
  ['www.google.com/gen_204', 204, ''],
  ['play.googleapis.com/generate_204', 204, ''],
  ['connectivitycheck.grapheneos.network/generate_204', 204, ''],
  ['grapheneos.online/gen_204', 204, ''],
  ['connect.rom.miui.com/generate_204', 204, ''],
  ['connectivitycheck.platform.hicloud.com/generate_204', 204, ''],
  ['wifi.vivo.com.cn/generate_204', 204, ''],
  ['conn1.oppomobile.com/generate_204', 204, ''],
  ['www.gstatic.com/generate_204', 204, ''],
  ['captive.apple.com/hotspot-detect.html', 200, APPLE],
  ['captive.apple.com/library/test/success.html', 200, APPLE],
  ['www.msftconnecttest.com/connecttest.txt', 200, 'Microsoft Connect Test'],
  ['www.msftncsi.com/ncsi.txt', 200, 'Microsoft NCSI'],
  [
    'detectportal.firefox.com/canonical.html',
    200,
    '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>',
  ],
  ['detectportal.firefox.com/success.txt?ipv4', 200, 'success\n'],
  ['nmcheck.gnome.org/check_network_status.txt', 200, 'NetworkManager is online\n'],
  ['network-test.debian.org/nm', 200, 'NetworkManager is online\n'],
  ['connectivity-check.ubuntu.com/', 204, ''],
  ['fedoraproject.org/static/hotspot.txt', 200, 'OK'],
  ['networkcheck.kde.org/', 200, 'OK\n'],
]
