import Dispatch
import Glibc
import Sluice
import SluiceServices

// Runs the pipeline files of a folder, and prints their states, until SIGINT.
let service = try StreamingService(contentsOf: CommandLine.arguments[1])
signal(SIGINT, SIG_IGN)
let interrupt = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
interrupt.setEventHandler { @Sendable in service.stop() }
interrupt.resume()
let states = Task { [events = service.events] in
    for await case .state(let name, let state, let reason) in events { print("\(name): \(state) \(reason)") }
}
try await service.run()
await states.value
