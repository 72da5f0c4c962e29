"""Validates the default of each option in a schema of pipeline files against the option's own schema.

    check-defaults.py SCHEMA      prints the number of defaults; exit code 1 and one line per default that is refused
"""

import json, pathlib, sys

import jsonschema

schema = json.loads(pathlib.Path(sys.argv[1]).read_text())
count, refused = 0, []
for kind, options in schema["$defs"].items():
    for key, option in options.get("properties", {}).items():
        if "default" not in option:
            continue
        count += 1
        # Definitions are found from the root of the document.
        document = {"$defs": schema["$defs"], "allOf": [option]}
        if not jsonschema.Draft202012Validator(document).is_valid(option["default"]):
            refused.append(f"{kind}.{key}: {option['default']!r}")
print(*refused or [count], sep="\n")
sys.exit(1 if refused else 0)
