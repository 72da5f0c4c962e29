extension String {
    /// Returns a message of a stage without the stage's name at its start, which logs and reports write before it.
    func withoutStage(_ name: String) -> String {
        hasPrefix("\(name): ") ? String(dropFirst(name.count + 2)) : self
    }
}
