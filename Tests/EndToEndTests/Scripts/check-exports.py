"""Checks descriptions of jobs against the published models of their engines.

    check-exports.py kubernetes FILE     with the models of the Python package kubernetes
    check-exports.py aws-batch FILE      with the service model of Batch in botocore
    check-exports.py htcondor FILE       with the submit language of the Python package htcondor

Prints one line per violation; exit code 1 if there are any.
"""

import json
import pathlib
import sys


def check_kubernetes(text: str) -> list[str]:
    import yaml
    from kubernetes import client

    problems = []

    def visit(value, kind: str, path: str) -> None:
        if kind.startswith("list["):
            for index, item in enumerate(value):
                visit(item, kind[5:-1], f"{path}[{index}]")
        elif kind.startswith("dict("):
            for key, item in value.items():
                visit(item, kind[5:-1].split(", ")[1], f"{path}.{key}")
        elif kind in ("str", "int", "bool", "float"):
            if type(value).__name__ != kind:
                problems.append(f"{path}: {value!r} is not of type {kind}")
        elif hasattr(client, kind):
            model = getattr(client, kind)
            names = {name: attribute for attribute, name in model.attribute_map.items()}
            if not isinstance(value, dict):
                return problems.append(f"{path}: {value!r} is not of type {kind}")
            for key, item in value.items():
                if key not in names:
                    problems.append(f"{path}: {kind} has no '{key}'")
                else:
                    visit(item, model.openapi_types[names[key]], f"{path}.{key}")
            # The models check required values when they are assigned.
            for name, attribute in names.items():
                if name not in value:
                    try:
                        setattr(model.__new__(model), attribute, None)
                    except ValueError as error:
                        problems.append(f"{path}: {error}")
                    except AttributeError:
                        pass

    documents = list(yaml.safe_load_all(text))
    if len(documents) != 2:
        problems.append(f"{len(documents)} documents instead of 2")
    for document in documents:
        visit(document, "V1Job", document["metadata"]["name"])
        policy = document["spec"]["template"]["spec"]["restartPolicy"]
        if policy not in ("Never", "OnFailure"):
            problems.append(f"jobs cannot have the restart policy {policy}")
    return problems


def check_aws_batch(text: str) -> list[str]:
    import botocore.session
    from botocore.validate import ParamValidator

    shape = botocore.session.get_session().get_service_model("batch").operation_model("SubmitJob").input_shape
    problems = []
    for submission in json.loads(text):
        report = ParamValidator().validate(submission, shape)
        if report.has_errors():
            problems.append(report.generate_report())
    return problems


def check_htcondor(text: str) -> list[str]:
    import htcondor2

    submission = htcondor2.Submit(text)
    problems = [f"no {name}" for name in ("executable", "arguments", "log") if not submission.get(name)]
    if submission.getQArgs() in (None, ""):
        problems.append("no queue statement")
    return problems


CHECKS = {"kubernetes": check_kubernetes, "aws-batch": check_aws_batch, "htcondor": check_htcondor}

found = CHECKS[sys.argv[1]](pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"))
for problem in found:
    print(problem)
sys.exit(1 if found else 0)
