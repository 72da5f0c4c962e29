import Foundation

/// Lists and prints the example pipelines.
enum PipelinesCommand: Command {
    static let name = "pipelines"
    static let abstract = "List the example pipelines, which other commands find by name, or print the file of one."
    static let usage = "[NAME]"
    static let words = 0...1
    static var completion: ArgumentCompletion { .output(ArgumentCompletion.exampleNames) }
    static let examples = ["", "live-camera > my-camera.yaml"]

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let names = ExamplePipelines.names
        guard let name = arguments.words.first else {
            let width = names.map(\.count).max() ?? 0
            for name in names {
                let gap = String(repeating: " ", count: width - name.count + 2)
                let about = ExamplePipelines.path(named: name).flatMap(ExamplePipelines.about)
                Console.write(about.map { "\(name)\(gap)\($0)\n" } ?? "\(name)\n")
            }
            if names.isEmpty { Console.error("sluice: no example pipelines are installed with this program\n") }
            return .done
        }
        guard let path = ExamplePipelines.path(named: name) else {
            throw UsageError.unknown("example pipeline", name, among: names)
        }
        guard let data = FileManager.default.contents(atPath: path) else {
            Console.error("sluice: error: cannot read '\(path)'\n")
            return .runFailed
        }
        Console.write(String(decoding: data, as: UTF8.self))
        return .done
    }
}
