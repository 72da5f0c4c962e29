// swift-tools-version: 6.2
import PackageDescription

// A program with a pipeline inside. It depends on the library as the packages of users do: here by path, and from a
// release if SLUICE_URL names its repository.
let sluice: Package.Dependency =
    if let url = Context.environment["SLUICE_URL"] {
        .package(url: url, from: "0.1.0")
    } else {
        .package(name: "Sluice", path: "../..")
    }

let package = Package(
    name: "EmbeddedPipeline",
    dependencies: [sluice],
    targets: [
        .executableTarget(name: "EmbeddedPipeline", dependencies: [.product(name: "Sluice", package: "Sluice")])
    ],
    swiftLanguageModes: [.v6]
)
