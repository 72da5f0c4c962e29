/// The jobs that a service displays.
package struct JobList: Sendable, Hashable, Codable {
    package var jobs: [JobSummary]
    /// Whether there are more jobs than the limit.
    package var isCut: Bool

    package init(_ jobs: [JobSummary], isCut: Bool = false) { (self.jobs, self.isCut) = (jobs, isCut) }
}
