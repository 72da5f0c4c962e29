"""Prints a playlist as parsed by the package m3u8, in JSON."""

import json, sys
import m3u8

p = m3u8.load(sys.argv[1])
json.dump({
    "is_variant": p.is_variant, "is_endlist": p.is_endlist,
    "is_independent_segments": p.is_independent_segments, "is_i_frames_only": p.is_i_frames_only,
    "target_duration": p.target_duration, "media_sequence": p.media_sequence, "playlist_type": p.playlist_type,
    "variants": [{
        "uri": v.uri, "bandwidth": v.stream_info.bandwidth,
        "average_bandwidth": v.stream_info.average_bandwidth, "codecs": v.stream_info.codecs,
        "resolution": v.stream_info.resolution, "frame_rate": v.stream_info.frame_rate,
    } for v in p.playlists],
    "media": [m.uri for m in p.media],
    "i_frame_variants": [i.uri for i in p.iframe_playlists],
    "segments": [{
        "uri": s.uri, "duration": s.duration, "map": s.init_section.uri if s.init_section else None,
        "byterange": s.byterange,
    } for s in p.segments],
}, sys.stdout)
