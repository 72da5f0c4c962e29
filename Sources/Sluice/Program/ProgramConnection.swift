/// A connection between a program and a stage.
protocol ProgramConnection: Sendable {
    /// Accepts no more payloads, and discards queued ones.
    func close()
}
