import Operations

/// Formats the status of a service without pipelines for operators.
struct ServiceText {
    private let status: ServiceStatus

    init(_ status: ServiceStatus) { self.status = status }

    /// The state in few words.
    var state: String {
        guard let movies = status.movies else { return "no pipelines" }
        return movies.problem == nil ? "serving movies" : "movies not served"
    }

    /// The reason why an operator has to look at the service; empty without one.
    var reason: String {
        let absent = (status.movies?.folders ?? []).filter { !$0.isAvailable }.map { "'\($0.path)'" }
        let problem = status.movies?.problem ?? status.problems.first
        return problem ?? (absent.isEmpty ? "" : "cannot read \(absent.joined(separator: ", "))")
    }

    func text(process: Int) -> String {
        var lines = ["\(status.service): \(state) for \(FigureText.duration(status.wallSeconds)), process \(process)"]
        if let url = status.movies?.url { lines.append("movies at \(url)PATH/index.m3u8") }
        lines += TextTable.lines(
            ["folder", "state"],
            (status.movies?.folders ?? []).map { [$0.path, $0.isAvailable ? "served" : "cannot be read"] })
        if let problem = status.movies?.problem { lines.append("error: \(problem)") }
        return lines.joined(separator: "\n") + "\n" + status.problems.joined()
    }
}
