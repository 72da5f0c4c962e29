import Glibc
import Operations
import Testing

@Suite struct RunDirectoryEntryTests {
    @Test func registeredRunIsListedUntilItIsRemoved() throws {
        let name = "registered-\(getpid())"
        let registration = try #require(RunDirectory.register(pipeline: name, path: "live.yaml"))
        // A process does not see its own locks, so only another process lists the run: the file itself is the evidence.
        let files = RunDirectory.folders.map { "\($0)/\(getpid())" }
        #expect(files.contains { access($0, F_OK) == 0 })
        registration.remove()
        #expect(files.allSatisfy { access($0, F_OK) != 0 })
    }
}
