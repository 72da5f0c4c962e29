// The table of metrics: names, types and descriptions.
extension MetricsPage {
    static var table: MetricTable {
        MetricTable(
            [build] + pipelines + sources + stages + renditions + encryption + origins + movies + stores + hooks)
    }

    private static let build = MetricFamily("sluice_build", .info, "Version of the program.")

    private static let pipelines = [
        MetricFamily("sluice_pipeline_up", .gauge, "Whether the pipeline is running."),
        MetricFamily("sluice_pipeline_ready", .gauge, "Whether players can play all renditions."),
        MetricFamily(
            "sluice_pipeline_start_timestamp_seconds", .gauge, unit: "seconds", "Start of the run since 1970."),
        MetricFamily("sluice_pipeline_state", .gauge, "Whether the pipeline is in the state of the label."),
        MetricFamily("sluice_pipeline_restarts", .counter, "Restarts by the service."),
        MetricFamily("sluice_pipeline_failed_runs", .gauge, "Failed runs since the last stable one."),
        MetricFamily(
            "sluice_pipeline_file_valid", .gauge,
            "Whether the current content of the pipeline file is valid. A run in progress uses the content before."),
        MetricFamily("sluice_service_problems", .gauge, "Errors in the folders and service files."),
        MetricFamily("sluice_pipeline_reloads", .counter, "Reloads that were applied."),
        MetricFamily("sluice_pipeline_problems", .counter, "Problems that stages reported."),
    ]

    private static let sources = [
        MetricFamily("sluice_source_state", .gauge, "Whether the source is in the state of the label."),
        MetricFamily("sluice_source_losses", .counter, "Losses of the source."),
        MetricFamily("sluice_source_lost_seconds", .counter, unit: "seconds", "Time for which the source was lost."),
        MetricFamily("sluice_source_reopenings", .counter, "Attempts to reopen the lost source."),
        MetricFamily(
            "sluice_source_lost_track", .gauge,
            "Whether a track of the source (`media`) delivers nothing while others do."),
        MetricFamily("sluice_source_reconnects", .counter, "Times that the lost source delivered again."),
        MetricFamily(
            "sluice_source_last_frame_timestamp_seconds", .gauge, unit: "seconds",
            "Time of the last payload since 1970."),
    ]

    private static let stages = [
        MetricFamily("sluice_frames", .counter, "Payloads that the stage has sent, by type of media."),
        MetricFamily("sluice_frames_dropped", .counter, "Payloads dropped because the stages below were too slow."),
        MetricFamily(
            "sluice_bytes", .counter, unit: "bytes",
            "Size of the payloads sent; for sinks, of the files received. Parts are not counted: segments contain them."
        ),
        MetricFamily("sluice_track_bits_per_second", .gauge, unit: "bits_per_second", "Mean bit rate of the tracks."),
        MetricFamily("sluice_queue_messages", .gauge, "Messages queued for the stage."),
        MetricFamily(
            "sluice_queue_seconds", .gauge, unit: "seconds",
            "Present fill level of the fullest track of a link, as media time."),
        MetricFamily(
            "sluice_queue_bytes", .gauge, unit: "bytes", "Present fill level of the fullest track of a link."),
        MetricFamily(
            "sluice_queue_high_water_seconds", .gauge, unit: "seconds",
            "Highest fill level of a track of a link since the start, as media time."),
        MetricFamily(
            "sluice_queue_high_water_bytes", .gauge, unit: "bytes",
            "Highest fill level of a track of a link since the start."),
        MetricFamily(
            "sluice_stage_busy_seconds", .counter, unit: "seconds",
            "Time in the code of the stage, without waiting for input and for the stages below; not for sources."),
        MetricFamily("sluice_stage_restarts", .counter, "Times that the stage failed and was replaced."),
        MetricFamily("sluice_output_failing", .gauge, "Whether the sink cannot write its output and is retried."),
        MetricFamily("sluice_encoder_speed_ratio", .gauge, unit: "ratio", "Speed of the encoder; 1 is real time."),
        MetricFamily("sluice_encoder_keyframes", .counter, "Keyframes that the encoder has produced."),
    ]

    private static let renditions = [
        MetricFamily(
            "sluice_segments", .counter,
            "Media segments of the rendition that the sink has published, without gaps."),
        MetricFamily("sluice_parts", .counter, "Parts of segments of the rendition that the sink has published."),
        MetricFamily(
            "sluice_published_bytes", .counter, unit: "bytes",
            "Size of the published segments; parts are not counted in addition."),
        MetricFamily(
            "sluice_published_seconds", .counter, unit: "seconds", "Media duration of the published segments."),
        MetricFamily(
            "sluice_segment_last_timestamp_seconds", .gauge, unit: "seconds",
            "Time of the newest segment or part since 1970."),
        MetricFamily(
            "sluice_target_duration_seconds", .gauge, unit: "seconds", "Target duration of the playlist."),
        MetricFamily("sluice_listed_duration_seconds", .gauge, unit: "seconds", "Duration of the listed segments."),
        MetricFamily("sluice_segment_duration_seconds", .histogram, unit: "seconds", "Duration of segments."),
        MetricFamily(
            "sluice_segment_publish_delay_seconds", .histogram, unit: "seconds",
            "Time from the capture of the last frame of a segment or part to its publication."),
        MetricFamily("sluice_media_sequence_number", .gauge, "Media sequence number of the playlist."),
        MetricFamily("sluice_discontinuities", .counter, "Discontinuities in the playlist."),
        MetricFamily("sluice_gaps", .counter, "Segments that are listed as gaps."),
        MetricFamily(
            "sluice_bandwidth_declared_bits_per_second", .gauge, unit: "bits_per_second", "Declared peak bandwidth."),
        MetricFamily(
            "sluice_bandwidth_peak_bits_per_second", .gauge, unit: "bits_per_second", "Measured peak bandwidth."),
        MetricFamily(
            "sluice_bandwidth_average_bits_per_second", .gauge, unit: "bits_per_second", "Measured average bandwidth."),
    ]

    private static let origins = [
        MetricFamily("sluice_origin_requests", .counter, "Requests by kind of resource and class of status code."),
        MetricFamily(
            "sluice_origin_response_seconds", .histogram, unit: "seconds",
            "Time from the arrival of a request to its response, including blocking."),
        MetricFamily("sluice_origin_sent_bytes", .counter, unit: "bytes", "Size of the response bodies."),
        MetricFamily("sluice_origin_waiting_requests", .gauge, "Requests held until their resource is published."),
        MetricFamily("sluice_origin_connections", .gauge, "Open connections of the server."),
        MetricFamily(
            "sluice_origin_viewers", .gauge,
            "Estimated viewers: distinct clients that asked for the playlist within three target durations."),
        MetricFamily(
            "sluice_origin_distinct_viewers", .gauge,
            "Estimated viewers of the presentation: distinct clients of all its playlists."),
    ]

    private static let movies = [
        MetricFamily("sluice_movie_folder_available", .gauge, "Whether the movies of the folder can be served."),
        MetricFamily("sluice_movies_open", .gauge, "Open movies."),
        MetricFamily(
            "sluice_movie_tables_bytes", .gauge, unit: "bytes", "Size of the tables of open movies in memory."),
        MetricFamily("sluice_movies_opened", .counter, "Times that a movie was opened."),
        MetricFamily("sluice_movie_opening_seconds", .histogram, unit: "seconds", "Time for opening a movie."),
        MetricFamily("sluice_movie_failures", .counter, "Movies that could not be opened, by error code."),
        MetricFamily("sluice_movie_cache_hits", .counter, "Blocks of remote movies that were in the cache."),
        MetricFamily("sluice_movie_cache_misses", .counter, "Blocks of remote movies that were not in the cache."),
        MetricFamily(
            "sluice_movie_fetched_bytes", .counter, unit: "bytes",
            "Size of the blocks of remote movies that were fetched."),
        MetricFamily("sluice_movie_cached_bytes", .gauge, unit: "bytes", "Size of the cached blocks of remote movies."),
        MetricFamily("sluice_transcodes_running", .gauge, "Encodings on request that are running."),
        MetricFamily("sluice_transcodes_queued", .gauge, "Encodings on request that wait for a place."),
        MetricFamily("sluice_transcode_seconds", .histogram, unit: "seconds", "Time of an encoding on request."),
        MetricFamily(
            "sluice_transcode_hits", .counter, "Requests for encoded segments that were in the cache folder."),
        MetricFamily("sluice_transcode_failures", .counter, "Encodings on request that failed, by error code."),
    ]

    private static let hooks = [
        MetricFamily("sluice_hook_events", .counter, "Events of the hook, by result: delivered, failed or dropped."),
        MetricFamily("sluice_hook_waiting_events", .gauge, "Events that wait for the recipient of the hook."),
    ]

    private static let encryption = [
        MetricFamily("sluice_encrypted_segments", .counter, "Encrypted segments."),
        MetricFamily("sluice_encrypted_bytes", .counter, unit: "bytes", "Size of the encrypted segments and parts."),
        MetricFamily("sluice_key_period", .gauge, "Index of the key period in use."),
        MetricFamily(
            "sluice_key_delay_seconds", .gauge, unit: "seconds",
            "Time for which the keys of a key period have been missing."),
        MetricFamily("sluice_key_failures", .counter, "Failed requests for keys."),
        MetricFamily("sluice_withheld_segments", .counter, "Segments listed as gaps instead of in the clear."),
        MetricFamily("sluice_unencryptable_segments", .counter, "Segments that could not be parsed."),
        MetricFamily("sluice_clear_slices", .counter, "Coded slices and tiles that stayed clear."),
    ]

    private static let stores = [
        MetricFamily("sluice_push_backlog_bytes", .gauge, unit: "bytes", "Size of the files queued for the store."),
        MetricFamily("sluice_push_backlog_files", .gauge, "Files queued for the store."),
        MetricFamily("sluice_push_behind_seconds", .gauge, unit: "seconds", "Age of the oldest queued file."),
        MetricFamily("sluice_push_failing", .gauge, "Whether the store does not accept files at present."),
        MetricFamily("sluice_push_failures", .counter, "Failed and refused requests, and dropped files."),
        MetricFamily("sluice_push_sent_bytes", .counter, unit: "bytes", "Size of the files that the store accepted."),
        MetricFamily(
            "sluice_push_seconds", .histogram, unit: "seconds",
            "Time from the publication of a file to its acceptance by the store."),
        MetricFamily("sluice_disk_free_bytes", .gauge, unit: "bytes", "Free space of the file system."),
        MetricFamily("sluice_disk_used_bytes", .gauge, unit: "bytes", "Size of the files of the presentation."),
        MetricFamily("sluice_disk_quota_bytes", .gauge, unit: "bytes", "Quota for the files of the presentation."),
        MetricFamily("sluice_findings", .counter, "Findings of live validation, by rule and level."),
    ]
}
