"""Reads a page of metrics with the parser of prometheus_client; prints the types of all families as JSON.

  read-metrics.py prometheus|openmetrics FILE
"""

import json
import sys

from prometheus_client import parser
from prometheus_client.openmetrics import parser as openmetrics

families = (openmetrics if sys.argv[1] == "openmetrics" else parser).text_string_to_metric_families(
    open(sys.argv[2], encoding="utf-8").read()
)
print(json.dumps({family.name: family.type for family in families}))
