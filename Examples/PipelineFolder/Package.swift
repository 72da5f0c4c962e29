// swift-tools-version: 6.2
import PackageDescription

// A program that runs a folder of pipeline files. It depends on the library as the packages of users do: here by path,
// and from a release if SLUICE_URL names its repository.
let sluice: Package.Dependency =
    if let url = Context.environment["SLUICE_URL"] {
        .package(url: url, from: "0.1.0")
    } else {
        .package(name: "Sluice", path: "../..")
    }

let package = Package(
    name: "PipelineFolder",
    dependencies: [sluice],
    targets: [
        .executableTarget(name: "PipelineFolder", dependencies: [.product(name: "Sluice", package: "Sluice")])
    ],
    swiftLanguageModes: [.v6]
)
