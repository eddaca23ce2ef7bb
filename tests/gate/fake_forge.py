#!/usr/bin/python3
# fake_forge.py FOLDER OLDER
#
# Answers on the loopback interface as the APIs of GitLab and GitHub do about the comments of one merge or pull request:
# lists them in pages, adds one, and changes one. OLDER comments by others are there already; if there is a file FOLDER/many,
# 130 more come before the next answer. Who has not the token "secret" gets the status 401. FOLDER/port gets the port,
# FOLDER/comments all comments, a line of JSON each, and FOLDER/requests a line for each request.

import http.server
import json
import os
import re
import sys
import urllib.parse

FOLDER = sys.argv[1]
OLDER = int(sys.argv[2])
LISTS = {
    'gitlab': '/api/v4/projects/7/merge_requests/3/notes',
    'github': '/repos/me/words/issues/3/comments',
}
ONE = {
    'gitlab': LISTS['gitlab'] + r'/(\d+)',
    'github': r'/repos/me/words/issues/comments/(\d+)',
}
CHANGE = {'gitlab': 'PUT', 'github': 'PATCH'}
comments = [{'id': 100 + i, 'body': f'Older comment {i}'} for i in range(OLDER)]


class Forge(http.server.BaseHTTPRequestHandler):
    def log_message(self, format, *arguments):
        pass

    def answer(self, status, value):
        with open(FOLDER + '/requests', 'a', encoding='utf-8') as file:
            print(self.command, self.path, status, file=file)
        with open(FOLDER + '/comments', 'w', encoding='utf-8') as file:
            file.writelines(json.dumps(comment) + '\n' for comment in comments)
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    # Both take a body of JSON; GitLab also takes a form.
    def body(self, forge):
        data = self.rfile.read(int(self.headers.get('Content-Length', 0))).decode()
        if self.headers['Content-Type'].startswith('application/json'):
            return json.loads(data)['body']
        assert forge == 'gitlab', self.headers['Content-Type']
        return urllib.parse.parse_qs(data, keep_blank_values=True)['body'][0]

    def handle_request(self):
        if os.path.exists(FOLDER + '/many'):   # other people write
            os.remove(FOLDER + '/many')
            comments.extend({'id': 1000 + i, 'body': f'Later comment {i}'} for i in range(130))
        url = urllib.parse.urlsplit(self.path)
        forge = 'github' if url.path.startswith('/repos/') else 'gitlab'
        token = self.headers['PRIVATE-TOKEN'] if forge == 'gitlab' else self.headers['Authorization']
        if token != ('secret' if forge == 'gitlab' else 'Bearer secret'):
            return self.answer(401, {'message': 'Unauthorized'})
        is_list = url.path == LISTS[forge]
        one = re.fullmatch(ONE[forge], url.path)
        if self.command == 'GET' and is_list:
            wanted = urllib.parse.parse_qs(url.query)
            size = min(100, int(wanted.get('per_page', ['20'])[0]))
            first = size * (int(wanted.get('page', ['1'])[0]) - 1)
            # GitLab lists the newest first, GitHub the oldest.
            listed = comments[::-1] if forge == 'gitlab' else comments
            return self.answer(200, listed[first:first + size])
        if self.command == 'POST' and is_list:
            comments.append({'id': 100 + len(comments), 'body': self.body(forge)})
            return self.answer(201, comments[-1])
        if self.command == CHANGE[forge] and one:
            found = [comment for comment in comments if comment['id'] == int(one[1])]
            if found:
                found[0]['body'] = self.body(forge)
                return self.answer(200, found[0])
        return self.answer(404, {'message': 'Not found'})

    do_GET = do_POST = do_PUT = do_PATCH = handle_request


server = http.server.HTTPServer(('127.0.0.1', 0), Forge)
with open(FOLDER + '/port.new', 'w', encoding='utf-8') as file:
    file.write(str(server.server_port))
os.rename(FOLDER + '/port.new', FOLDER + '/port')
server.serve_forever()
