# Copyright (C) 2026 The aprof authors. The licence is in LICENCE.

"""Makes a wheel of the package for `pip install DIRECTORY`, where DIRECTORY is this one as it was built or
installed. All is there, so it needs neither network nor compiler, and users may not write here, so it does
not."""

import base64
import glob
import hashlib
import os
import sysconfig
import zipfile

_HERE = os.path.dirname(os.path.abspath(__file__))


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    info = os.path.basename(glob.glob(os.path.join(_HERE, "aprof-*.dist-info"))[0])
    tag = "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")
    name = "%s-%s.whl" % (info[:-len(".dist-info")], tag)
    files = {}
    for pattern in "aprof/*.py", "aprof/*.so", info + "/*":
        for path in sorted(glob.glob(os.path.join(_HERE, pattern))):
            with open(path, "rb") as file:
                files[os.path.relpath(path, _HERE)] = file.read()
    if "aprof/requests.so" not in files:
        raise FileNotFoundError("%s/aprof/requests.so: build aprof before" % _HERE)
    files[info + "/WHEEL"] = ("Wheel-Version: 1.0\nGenerator: aprof\nRoot-Is-Purelib: false\nTag: %s\n"
                              % tag).encode()
    record = "".join("%s,sha256=%s,%d\n" % (path, _digest(text), len(text)) for path, text in files.items())
    files[info + "/RECORD"] = (record + info + "/RECORD,,\n").encode()
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, text in files.items():
            wheel.writestr(path, text)
    return name


def _digest(text):
    return base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b"=").decode()
