"""check|find FILE: counts lines that are URNs, or writes the URNs of a text."""
import os, re, sys

sys.path.insert(0, os.path.join(os.environ["PEERS"], "python"))
from urnparse import URN8141, InvalidURNFormatError

like = re.compile(r"""\burn:[^\s"'<>]+""", re.I)


def is_urn(name):
    try:
        URN8141.from_string(name)
        return True
    except InvalidURNFormatError:
        return False


command, file = sys.argv[1:]
valid = malformed = 0
with open(file, encoding="utf-8") as lines:
    for line in lines:
        if command == "find":
            sys.stdout.writelines(name + "\n" for name in like.findall(line) if is_urn(name))
        elif is_urn(line.rstrip("\n")):
            valid += 1
        else:
            malformed += 1
if command == "check":
    print(valid, malformed)
