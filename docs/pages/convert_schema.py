"""The JSON Schema of `aprof convert --to=json`: that of `aprof show`, of whose routines and contexts it writes all.

`convert_schema.py SHOW.JSON` prints it."""

import json
import sys

# What show prints only if it is asked for, by what has it.
ALWAYS = {"power_law": "worse", "case": "candidates", "routine": "point_list", "context": "point_list"}


def convert_schema(show):
    """Makes the schema of the one of show."""
    schema = dict(show, **{"$id": "urn:aprof:schema:convert:1", "title": "What aprof convert --to=json writes"})
    del schema["oneOf"]
    schema["required"] = show["required"] + ["routines"]
    schema["$defs"] = {name: dict(definition, required=definition["required"] + [ALWAYS[name]])
                       if name in ALWAYS else definition for name, definition in show["$defs"].items()}
    return schema


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        json.dump(convert_schema(json.load(file)), sys.stdout, indent=2)
    print()
