import Foundation

guard let command = ConversionCommand(Array(CommandLine.arguments.dropFirst())) else {
    FileHandle.standardError.write(Data(ConversionCommand.usage.utf8))
    exit(64)
}
do {
    try await MovieConversion(command: command).run()
} catch {
    FileHandle.standardError.write(Data("error: \(error)\n".utf8))
    exit(1)
}
