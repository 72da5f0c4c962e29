import HTTPStages
import SystemTime

extension OriginServers {
    /// The listeners of the pipelines that a program runs. Each exists while a pipeline serves on it.
    static let ofProgram = OriginServers(clock: SystemClock())
}
