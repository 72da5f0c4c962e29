#!/usr/bin/env python3
"""Prints the number of segments and their duration for each representation of an MPD; fails if a file is missing."""

import os, re, sys
import xml.etree.ElementTree as tree
path = sys.argv[1]
names = {"d": "urn:mpeg:dash:schema:mpd:2011"}
root = tree.parse(path).getroot()
assert root.tag == "{urn:mpeg:dash:schema:mpd:2011}MPD" and root.get("minBufferTime") and root.get("profiles")
sets = [one for one in root.findall("d:Period/d:AdaptationSet", names) if one.get("contentType") != "image"]
for representation in (one for whole in sets for one in whole.findall("d:Representation", names)):
    assert int(representation.get("bandwidth")) > 0 and representation.get("codecs")
    template = representation.find("d:SegmentTemplate", names)
    number, seconds, folder = int(template.get("startNumber")), 0, os.path.dirname(path)
    assert os.path.exists(os.path.join(folder, template.get("initialization")))
    first = number
    for run in template.findall("d:SegmentTimeline/d:S", names):
        for _ in range(int(run.get("r", 0)) + 1):
            name = re.sub(r"\$Number%05d\$", "%05d" % number, template.get("media"))
            assert os.path.getsize(os.path.join(folder, name)) > 0, name
            number += 1
            seconds += int(run.get("d")) / int(template.get("timescale"))
    print(representation.get("id"), number - first, seconds)
