"""Validates JSON documents against a JSON schema, and the schema against its metaschema.

    check-schema.py SCHEMA DOCUMENT ...      prints one line per violation; exit code 1 if there are any
"""

import json, pathlib, sys

import jsonschema

schema, *documents = (json.loads(pathlib.Path(name).read_text()) for name in sys.argv[1:])
kind = jsonschema.Draft202012Validator
kind.check_schema(schema)
errors = [error for document in documents for error in kind(schema).iter_errors(document)]
for error in errors:
    print(f"{error.json_path}: {error.message[:200]}")
sys.exit(1 if errors else 0)
