"""Checks responses by the OpenAPI document that describes them. Properties that the document does not name are errors.

  check-answers.py OPENAPI ANSWERS

ANSWERS is a JSON object: "METHOD PATH" with the status and the text of the response.
"""

import json
import sys

import jsonschema


def close(schema: object) -> None:
    """Adds that objects have no further properties."""
    if isinstance(schema, list):
        for item in schema:
            close(item)
    elif isinstance(schema, dict):
        for value in schema.values():
            close(value)
        if "properties" in schema and isinstance(schema.get("required"), list):
            schema.setdefault("additionalProperties", False)


document = json.load(open(sys.argv[1], encoding="utf-8"))
answers = json.load(open(sys.argv[2], encoding="utf-8"))
# The descriptions of documents, whose further members belong to their standards.
OPEN = {"openapi", "schema"}
components = document["components"]
for name, schema in components["schemas"].items():
    jsonschema.Draft202012Validator.check_schema(schema)
    if name not in OPEN:
        close(schema)
for request, (status, text) in answers.items():
    method, path = request.split(" ")
    responses = document["paths"][path.split("?")[0]][method.lower()]["responses"]
    assert str(status) in responses, f"{request}: status {status} is not described: {text}"
    ((kind, content),) = responses[str(status)]["content"].items()
    value = json.loads(text) if "json" in kind else text
    schema = {"$ref": content["schema"]["$ref"].replace("#/components/schemas/", "#/$defs/")}
    if "json" in kind:
        assert schema["$ref"] != "#/$defs/text", f"{request}: the response has no schema"
    schema["$defs"] = components["schemas"]
    for error in jsonschema.Draft202012Validator(schema).iter_errors(value):
        where = "/".join(str(part) for part in error.absolute_path)
        sys.exit(f"{request}: {where}: {error.message[:500]}")
