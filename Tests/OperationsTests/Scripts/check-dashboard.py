"""Checks that a Grafana dashboard queries only exported metrics; prints its PromQL as recording rules.

  check-dashboard.py DASHBOARD METRICS
"""

import json
import re
import sys

# The words of PromQL expressions, without strings and durations.
WORDS = {
    "sum", "rate", "increase", "histogram_quantile", "by", "le", "time", "max", "min", "avg", "on", "and", "or",
}

dashboard = json.load(open(sys.argv[1], encoding="utf-8"))
assert dashboard["schemaVersion"] >= 36 and dashboard["uid"] and dashboard["title"]
exported = set()
for line in open(sys.argv[2], encoding="utf-8"):
    if match := re.match(r"# TYPE (\S+) (\S+)", line):
        suffixes = ["_bucket", "_sum", "_count"] if match[2] == "histogram" else [""]
        exported |= {match[1] + suffix for suffix in suffixes}
ids, queries = set(), []
for panel in dashboard["panels"]:
    assert panel["id"] not in ids, f"id {panel['id']} is used twice"
    ids.add(panel["id"])
    place = panel["gridPos"]
    assert place["x"] + place["w"] <= 24, f"'{panel['title']}' is too wide"
    assert panel["type"] == "row" or panel["targets"], f"'{panel['title']}' has no query"
    queries += [target["expr"] for target in panel.get("targets", [])]
for variable in dashboard["templating"]["list"]:
    if variable["type"] == "query":
        name = re.match(r"label_values\((\w+), \w+\)", variable["query"]["query"])[1]
        assert name in exported, f"variable '{variable['name']}' uses '{name}', which is not exported"
for query in queries:
    bare = re.sub(r'\{[^}]*\}|"[^"]*"|\[\w+\]|by \([^)]*\)', " ", query)
    for word in re.findall(r"[a-zA-Z_]\w*", bare):
        assert word in WORDS or word in exported, f"'{word}' in '{query}' is not exported"
print("groups:\n- name: dashboard\n  rules:")
for number, query in enumerate(queries):
    query = query.replace("$pipeline", ".+").replace("$job", ".+")
    print(f"  - record: dashboard:query:{number}\n    expr: {json.dumps(query)}")
