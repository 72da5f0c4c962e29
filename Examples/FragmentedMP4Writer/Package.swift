// swift-tools-version: 6.2
import PackageDescription

// The program of the talk on fragmented MP4: a movie in, segments and playlists out. It depends on the library as the
// packages of users do.
let package = Package(
    name: "FragmentedMP4Writer",
    dependencies: [.package(name: "Sluice", path: "../..")],
    targets: [
        .executableTarget(
            name: "FragmentedMP4Writer", dependencies: [.product(name: "AssetWriting", package: "Sluice")])
    ],
    swiftLanguageModes: [.v6]
)
