"""OpenStack Swift (Debian's swift-* packages) with its S3 interface in one process: swift-server.py FOLDER PORT

It keeps its data in FOLDER, accepts the access key `test:tester` with the secret `testing`, and prints `ready`.
"""
import eventlet

eventlet.monkey_patch()

import configparser
import os
import sys

from eventlet import tpool, wsgi
from swift.common import utils

folder, port = sys.argv[1], int(sys.argv[2])
os.makedirs(os.path.join(folder, 'devices', 'd1'), exist_ok=True)


def write(name, sections):
    config = configparser.ConfigParser()
    config.read_dict(sections)
    path = os.path.join(folder, name)
    with open(path, 'w') as file:
        config.write(file)
    return path


write('swift.conf', {
    'swift-hash': {'swift_hash_path_suffix': 'test', 'swift_hash_path_prefix': 'test'},
    'storage-policy:0': {'name': 'one', 'default': 'yes'},
})
utils.set_swift_dir(folder)  # before the modules below read swift.conf

from swift.common.ring import RingBuilder
from swift.common.storage_policy import reload_storage_policies
from swift.common.wsgi import loadapp

reload_storage_policies()
defaults = {
    'swift_dir': folder,
    'devices': os.path.join(folder, 'devices'),
    'mount_check': 'false',
    'log_address': os.path.join(folder, 'no-syslog'),
    'log_udp_host': '',
}


def serve(listener, sections):
    name = 'port-%d.conf' % listener.getsockname()[1]
    app = loadapp(write(name, {'DEFAULT': defaults, **sections}))
    eventlet.spawn(wsgi.server, listener, app, log=open(os.devnull, 'w'), minimum_chunk_size=1)


for kind in ('account', 'container', 'object'):
    listener = eventlet.listen(('127.0.0.1', 0))
    ring = RingBuilder(1, 1, 1)
    ring.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1',
                  'port': listener.getsockname()[1], 'device': 'd1'})
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, kind + '.ring.gz'))
    serve(listener, {
        'pipeline:main': {'pipeline': kind + '-server'},
        'app:%s-server' % kind: {'use': 'egg:swift#' + kind},
    })

serve(eventlet.listen(('127.0.0.1', port)), {
    'pipeline:main': {'pipeline': 'catch_errors cache bulk s3api tempauth slo proxy-server'},
    'filter:catch_errors': {'use': 'egg:swift#catch_errors'},
    'filter:cache': {'use': 'egg:swift#memcache', 'memcache_servers': '127.0.0.1:1'},  # none
    'filter:bulk': {'use': 'egg:swift#bulk'},
    'filter:s3api': {'use': 'egg:swift#s3api', 'location': 'us-east-1'},
    'filter:tempauth': {'use': 'egg:swift#tempauth', 'user_test_tester': 'testing .admin'},
    'filter:slo': {'use': 'egg:swift#slo'},
    'app:proxy-server': {'use': 'egg:swift#proxy', 'account_autocreate': 'true'},
})
print('ready', flush=True)
tpool.execute(sys.stdin.read)  # until the test that started it ends
