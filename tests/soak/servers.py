# The servers of run_soak: how to start them, and what to ask them. A request depends on its number alone, and
# leaves nothing behind, so the answer is the same whatever else is asked at the same time.
#
# Where code is generated or loaded again and again, Valgrind translates it anew, and keeps what is out of
# date until its cache of translations is full: 32 sectors, unless it is told otherwise. Two sectors that have
# room for what a server runs and little more are full, and emptied by turns, after some minutes.

import http.client
import os
import shutil
import signal
import subprocess


class MariaDB:
    valgrind_options = ['--num-transtab-sectors=2', '--avg-transtab-entry-size=400']
    aprof_options = []
    stop_signal = signal.SIGTERM
    name = 'mariadb'
    routines = 'mysql_execute_command', 'dlclose', 'pthread_create'
    plugins = ('metadata_lock_info', 'query_cache_info', 'disks', 'locales', 'ha_blackhole', 'ha_archive',
               'sql_errlog')
    user = ['--user=root'] if os.getuid() == 0 else []

    # The tables are made once, natively, for all instances.
    def prepare(self, directory, _port):
        made = os.path.join(os.path.dirname(directory), 'tables')
        if not os.path.exists(made):
            subprocess.run(['mariadb-install-db', '--no-defaults', f'--datadir={made}', '--skip-test-db',
                            '--auth-root-authentication-method=normal', '--skip-name-resolve', *self.user],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        shutil.copytree(made, f'{directory}/data')

    # InnoDB would reserve more addresses than Valgrind has, and hang with io_uring, also under Nulgrind.
    def command(self, directory, port):
        return ['/usr/sbin/mariadbd', '--no-defaults', f'--datadir={directory}/data',
                f'--socket={directory}/socket', f'--pid-file={directory}/pid', '--bind-address=127.0.0.1',
                f'--port={port}', '--skip-name-resolve', '--thread-cache-size=0', *self.user,
                '--innodb-buffer-pool-size=16M', '--innodb-buffer-pool-size-max=64M',
                '--innodb-log-file-size=8M', '--innodb-use-native-aio=0']

    def request(self, port, number):
        command = ['mariadb', '--no-defaults', '--protocol=tcp', '--host=127.0.0.1', f'--port={port}',
                   '--user=root', '--batch', '--skip-column-names']
        client = subprocess.run(command, input=self.statements(number), stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, check=False)
        return client.stdout if client.returncode == 0 else f'ERROR {client.stdout}'

    def is_good(self, answer):
        return answer != '' and not answer.startswith('ERROR')

    def statements(self, number):
        size = 10 + number * 37 % 190
        return (self.plugin, self.table, self.patterns, self.recursion, self.sleep)[number % 5](number, size)

    # A plugin is loaded once at a time: the next request for it comes much later.
    def plugin(self, number, _size):
        plugin = self.plugins[number // 5 % len(self.plugins)]
        return f"INSTALL SONAME '{plugin}'; SELECT plugin_name FROM information_schema.plugins " \
               f"WHERE plugin_library = '{plugin}.so'; UNINSTALL SONAME '{plugin}';"

    def table(self, _number, size):
        return 'CREATE TEMPORARY TABLE mysql.t (a INT PRIMARY KEY, b VARCHAR(40), KEY (b)) ENGINE=InnoDB; ' \
               f'INSERT INTO mysql.t SELECT seq, MD5(seq * {size}) FROM mysql.seq_1_to_{size}; ' \
               'SELECT COUNT(*), MIN(b), MAX(b) FROM mysql.t; SELECT * FROM mysql.t ORDER BY b LIMIT 5; ' \
               'UPDATE mysql.t SET b = REVERSE(b) WHERE a % 3 = 0; SELECT SUM(CRC32(b)) FROM mysql.t;'

    def patterns(self, number, size):
        text = f"REPEAT('ab{number % 97} ', {size})"
        return f"SELECT REGEXP_REPLACE({text}, '(a|b)+{number % 10}', '<\\\\1>'); " \
               f"SELECT JSON_EXTRACT(JSON_OBJECT('a', JSON_ARRAY({size}, {number % 89})), '$.a[1]');"

    def recursion(self, number, size):
        return f'WITH RECURSIVE f (n, a, b) AS (SELECT 1, 0, {1 + number % 7} UNION ALL ' \
               f'SELECT n + 1, b, (a + b) % 1000007 FROM f WHERE n < {size}) ' \
               'SELECT COUNT(*), MAX(a), SUM(b) FROM f;'

    def sleep(self, number, _size):
        return f'SELECT SLEEP(0.{number % 4}); SELECT {number};'


class Nginx:
    valgrind_options = ['--num-transtab-sectors=2', '--avg-transtab-entry-size=120']
    # Each request is of another size, which makes other points: 5,400 requests made 5 MB of them.
    aprof_options = ['--max-points=100']
    stop_signal = signal.SIGQUIT
    name = 'nginx'
    routines = 'ngx_http_core_content_phase', 'dlclose', 'XML_ErrorString'
    configuration = """daemon off; master_process off; pid {directory}/pid; error_log {directory}/errors;
{modules}
events {{ worker_connections 64; }}
http {{
    access_log off;
    client_body_temp_path {directory}/body; proxy_temp_path {directory}/proxy;
    scgi_temp_path {directory}/scgi; fastcgi_temp_path {directory}/fastcgi; uwsgi_temp_path {directory}/uwsgi;
    lua_package_path "/usr/share/lua/5.1/?.lua;;";
    init_by_lua_block {{
        jit.opt.start("hotloop=5", "maxtrace=200", "maxmcode=512")
        ffi = require "ffi"
    }}
    server {{
        listen 127.0.0.1:{port};
        location = /loop {{ content_by_lua_block {{{loop}}} }}
        location = /library {{ content_by_lua_block {{{library}}} }}
        location = /text {{ content_by_lua_block {{{text}}} }}
    }}
}}
"""
    # Each request brings new source code, which LuaJIT compiles; when its memory is full, it begins anew.
    loop = """
            local seed, size = tonumber(ngx.var.arg_seed), tonumber(ngx.var.arg_size)
            local source = "local n = ... local s = 0 for i = 1, n do s = (s * " .. seed ..
                           " + i) % 1000003 if s % 7 == " .. seed % 7 .. " then s = s + 1 end end return s"
            ngx.say(assert(loadstring(source))(size))
            """
    # The library is closed when the collector finds that nobody has it any more.
    library = """
            local library = ffi.load("libexpat.so.1")
            pcall(ffi.cdef, "const char *XML_ErrorString(int code);")
            ngx.say(ffi.string(library.XML_ErrorString(tonumber(ngx.var.arg_seed) % 20 + 1)))
            library = nil
            collectgarbage()
            collectgarbage()
            """
    text = """
            local words = {}
            for i = 1, tonumber(ngx.var.arg_size) do words[i] = ngx.md5(i * tonumber(ngx.var.arg_seed)) end
            table.sort(words)
            ngx.say(#words, words[1], ngx.re.gsub(words[#words], "[a-f]+", "-", "jo"))
            """

    def prepare(self, directory, port):
        modules = ''.join(f'load_module /usr/lib/nginx/modules/{name}_module.so; '
                          for name in ('ndk_http', 'ngx_http_lua'))
        with open(f'{directory}/conf', 'w', encoding='ascii') as file:
            file.write(self.configuration.format(directory=directory, port=port, modules=modules,
                                                 loop=self.loop, library=self.library, text=self.text))

    def command(self, directory, _port):
        return ['/usr/sbin/nginx', '-p', directory, '-c', f'{directory}/conf']

    def request(self, port, number):
        kind = ('loop', 'library', 'loop', 'text')[number % 4]
        connection = http.client.HTTPConnection('127.0.0.1', port, timeout=120)
        try:
            connection.request('GET', f'/{kind}?seed={number}&size={100 + number * 37 % 900}')
            response = connection.getresponse()
            return f'{response.status} {response.read().decode()}'
        except (OSError, http.client.HTTPException) as error:
            return f'ERROR {error}'
        finally:
            connection.close()

    def is_good(self, answer):
        return answer.startswith('200 ') and len(answer) > 5


BY_NAME = {kind.name: kind for kind in (MariaDB, Nginx)}
