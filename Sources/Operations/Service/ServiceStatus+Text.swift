extension ServiceStatus {
    /// One line for each pipeline: name, state, start mode, restarts and URLs.
    package var text: String {
        pipelines.map { pipeline in
            let restarts = pipeline.restarts == 0 ? "" : ", \(pipeline.restarts) restarts"
            let reason = pipeline.reason.isEmpty ? "" : " (\(pipeline.reason))"
            let urls = pipeline.urls.map { " " + $0 }.joined()
            return "\(pipeline.name): \(pipeline.state)\(reason), \(pipeline.start.rawValue)\(restarts)\(urls)\n"
        }.joined()
    }
}
