"""Serves a movie over RTSP in real time, from its start for each client; prints its port."""

import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer

Gst.init(None)
factory = GstRtspServer.RTSPMediaFactory()
factory.set_launch(
    f'( filesrc location="{sys.argv[1]}" ! qtdemux name=movie '
    "movie.video_0 ! queue ! h264parse ! rtph264pay name=pay0 config-interval=-1 "
    "movie.audio_0 ! queue ! aacparse ! rtpmp4gpay name=pay1 )"
)
server = GstRtspServer.RTSPServer()
server.set_address("127.0.0.1")
server.set_service("0")
server.get_mount_points().add_factory("/movie", factory)
server.attach(None)
print(server.get_bound_port(), flush=True)
GLib.MainLoop().run()
