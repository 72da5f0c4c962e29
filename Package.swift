// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

func target(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

/// A plugin of this package: also an ordinary target, so that it is built and tested with everything else.
func plugin(_ name: String) -> [Target] {
    let folder = "Plugins/\(name)"
    return [
        .target(
            name: name, dependencies: ["Media", "StageKit"], path: "\(folder)/Sources", swiftSettings: strict),
        .testTarget(
            name: "\(name)Tests", dependencies: [.target(name: name), "Media", "StageKit", "StageTesting"],
            path: "\(folder)/Tests", swiftSettings: strict),
    ]
}

/// libFuzzer's loop around the parsers, built by `Scripts/fuzz` alone: it links only where everything is instrumented.
let fuzzer: [Target] =
    Context.environment["SLUICE_FUZZ"] == nil
    ? [] : [.executableTarget(name: "Fuzzer", dependencies: ["FuzzTargets"], path: "Tests/Fuzzer")]

let plugins = ["TimecodeBurnIn", "LoudnessMeter", "SceneCut", "SegmentHook"].flatMap(plugin)

let package = Package(
    name: "Sluice",
    products: [
        .executable(name: "sluice", targets: ["SluiceTool"]),
        .library(name: "Sluice", targets: ["Sluice"]),
        .library(name: "StageKit", targets: ["StageKit"]),
        .library(name: "StageTesting", targets: ["StageTesting"]),
        .library(name: "AssetWriting", targets: ["AssetWriting", "GStreamerStages"]),
        .library(name: "AssetDownloading", targets: ["AssetDownloading"]),
        .library(name: "AVFoundationCompatibility", targets: ["AVFoundationCompatibility"]),
    ],
    targets: [
        // Values and arithmetic: no operating system under them.
        target("Media"),
        target("ISOMedia", ["Media"]),
        target("MPEGTransport", ["Media"]),
        target("HLS", ["Media", "ISOMedia"]),
        target("DASH", ["Media"]),
        target("HLSRules", ["Media", "ISOMedia", "MPEGTransport", "HLS"]),
        // The clocks of the operating system.
        target("SystemTime", ["Media"]),
        // Files of the operating system.
        target("SystemFiles", ["Media"]),
        // Requests to servers by libcurl, with retries and rules for addresses.
        target("HTTPClient", ["SystemTime", "CCurl"]),
        // A record of published files, from which a later run continues after a crash.
        target("PublicationJournal", ["Media", "HLS", "SystemFiles"]),
        // Packaging of samples as segments, fragments, movies and text renditions.
        target("Packaging", ["Media", "ISOMedia"]),
        target("AssetWriting", ["Media", "ISOMedia", "Packaging", "SystemFiles", "CLinkedCodecs"]),
        target("AssetDownloading", ["Media", "HLS", "HTTPClient", "SystemFiles", "SystemTime", "CISAL", "CPCRE2"]),
        // GnuTLS decrypts segments.
        target(
            "HLSValidator",
            [
                "Media", "ISOMedia", "MPEGTransport", "HLS", "HLSRules", "HTTPClient", "SystemFiles", "SystemTime",
                "CGnuTLS",
            ]),

        // The framework: stages, the runtime of plans and the format of pipeline files.
        target("StageKit", ["Media", "SystemTime"]),
        target("PipelineRuntime", ["Media", "StageKit", "SystemFiles", "SystemTime", "CStageTrace"]),
        target("PipelineFile", ["StageKit", "PipelineRuntime", "SystemFiles", "CYAML"]),
        target("StageTesting", ["Media", "StageKit", "SystemTime"]),

        // The stages that come with it.
        target(
            "PackagingStages",
            [
                "Media", "ISOMedia", "MPEGTransport", "HLS", "HLSRules", "DASH", "Packaging", "PublicationJournal",
                "StageKit", "SystemFiles", "SystemTime",
            ]),
        // ISOMedia, because GStreamer does not notice that a movie file is cut off; AssetWriting, whose codecs it is;
        // AssetDownloading selects the renditions of a presentation.
        target(
            "GStreamerStages",
            [
                "Media", "ISOMedia", "MPEGTransport", "HLS", "StageKit", "AssetWriting", "AssetDownloading",
                "PackagingStages", "SystemFiles", "CGStreamer",
            ]),

        // AVFoundation's names for the libraries above.
        target(
            "AVFoundationCompatibility",
            [
                "Media", "ISOMedia", "HLS", "Packaging", "AssetWriting", "AssetDownloading", "GStreamerStages",
                "StageKit", "SystemFiles", "SystemTime",
            ]),

        // An HTTP server: decisions are values, and one thread waits for sockets. HTTPClient sends its transfers.
        target(
            "HTTPStages",
            [
                "Media", "HLS", "HTTPClient", "StageKit", "SystemFiles", "CEpoll", "CGnuTLS", "CNGHTTP2", "CZlib",
            ]),

        // Pipelines inside programs.
        target(
            "Sluice",
            [
                "Media", "HLS", "StageKit", "PipelineRuntime", "PipelineFile", "PackagingStages", "GStreamerStages",
                "HTTPStages", "SystemTime",
            ]),

        // The tool. Its target is not called sluice, since a file system may ignore case.
        .executableTarget(
            name: "SluiceTool",
            dependencies: [
                "Sluice",
                "Media", "ISOMedia", "MPEGTransport", "HLS", "AssetWriting", "AssetDownloading", "HLSRules",
                "HLSValidator", "StageKit", "PipelineRuntime", "PipelineFile", "PackagingStages",
                "GStreamerStages", "HTTPStages", "StageTesting", "SystemFiles", "SystemTime", "CGStreamer",
            ],
            swiftSettings: strict,
            // Plugins use the SDK in the tool itself; a second copy would have different types.
            linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic"])]),

        // Tests mirror the targets; only the last four need GStreamer or a server.
        tests("MediaTests", ["Media"]),
        tests("SystemFilesTests", ["Media", "SystemFiles"]),
        tests("ISOMediaTests", ["Media", "ISOMedia"]),
        tests("MPEGTransportTests", ["Media", "MPEGTransport"]),
        tests("HLSTests", ["Media", "ISOMedia", "HLS", "ScriptedMedia"]),
        tests("PublicationJournalTests", ["Media", "HLS", "PublicationJournal", "ScriptedMedia"]),
        tests("DASHTests", ["Media", "DASH"]),
        tests(
            "HLSRulesTests", ["Media", "ISOMedia", "MPEGTransport", "HLS", "HTTPClient", "HLSRules", "HLSValidator"],
            exclude: ["Scripts"]),
        // Scripted tracks and judges of movies.
        .target(
            name: "ScriptedMedia", dependencies: ["Media", "ISOMedia", "Packaging"], path: "Tests/ScriptedMedia",
            swiftSettings: strict),
        tests("PackagingTests", ["Media", "ISOMedia", "Packaging", "ScriptedMedia"]),
        tests("AssetWritingTests", ["Media", "ISOMedia", "Packaging", "AssetWriting", "ScriptedMedia"]),
        tests("HTTPClientTests", ["HTTPClient"]),
        // A server whose responses depend on the path.
        .target(name: "ScriptedOrigin", path: "Tests/ScriptedOrigin", swiftSettings: strict),
        tests(
            "AssetDownloadingTests", ["Media", "HLS", "HTTPClient", "AssetDownloading", "ScriptedOrigin"],
            exclude: ["Scripts"]),
        tests("StageKitTests", ["Media", "StageKit", "StageTesting"]),
        tests("PipelineRuntimeTests", ["Media", "StageKit", "PipelineRuntime", "StageTesting"]),
        tests(
            "PipelineFileTests", ["Media", "StageKit", "PipelineRuntime", "PipelineFile", "StageTesting"],
            exclude: ["Golden"]),
        tests(
            "PackagingStagesTests",
            [
                "Media", "ISOMedia", "HLS", "HLSRules", "Packaging", "PublicationJournal", "StageKit",
                "PackagingStages",
                "StageTesting",
            ]),
        tests(
            "GStreamerStagesTests",
            [
                "Media", "HLS", "StageKit", "GStreamerStages", "HTTPStages", "PackagingStages",
                "StageTesting", "PipelineRuntime",
            ]),
        tests(
            "HTTPStagesTests", ["Media", "HLS", "HTTPClient", "StageKit", "HTTPStages", "StageTesting", "SystemTime"],
            exclude: ["Scripts"]),
        tests(
            "AssetWritingMediaTests",
            ["Media", "ISOMedia", "Packaging", "AssetWriting", "SystemFiles", "GStreamerStages"]),
        tests(
            "SluiceTests",
            ["Media", "HLS", "StageKit", "StageTesting", "PipelineRuntime", "PipelineFile", "Sluice", "SystemTime"]),
        tests(
            "AVFoundationCompatibilityTests",
            ["Media", "AssetWriting", "AVFoundationCompatibility", "ScriptedOrigin"]),
        tests(
            "EndToEndTests",
            [
                "SluiceTool", "Media", "HLS", "HLSRules", "StageKit", "HTTPStages", "SystemTime",
                "AVFoundationCompatibility",
            ],
            exclude: ["Scripts"]),

        // The parsers of untrusted input, as a fuzzer calls them; the tests replay its findings.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "Media", "ISOMedia", "MPEGTransport", "HLS", "HLSRules", "HLSValidator", "AssetDownloading",
                "HTTPClient", "PublicationJournal", "StageKit", "PipelineFile", "PackagingStages", "HTTPStages",
            ],
            path: "Tests/FuzzTargets", swiftSettings: strict),
        tests("FuzzTests", ["FuzzTargets", "SystemTime"], exclude: ["Corpora"]),

        // The cost of the runtime per sample; `make bench` prints it.
        .executableTarget(
            name: "MicroBenchmarks",
            dependencies: [
                "Media", "ISOMedia", "Packaging", "AssetWriting", "StageKit", "PipelineRuntime", "AllocationCounter",
            ],
            path: "Benchmarks/Micro",
            swiftSettings: strict),
        // The speed of reading playlists.
        .executableTarget(
            name: "PlaylistBenchmark", dependencies: ["HLS"], path: "Benchmarks/Playlists", swiftSettings: strict),
        .target(name: "AllocationCounter", path: "Benchmarks/AllocationCounter"),
        // Players by the thousand, which cost next to nothing.
        .executableTarget(name: "LowLatencyClients", path: "Benchmarks/Clients"),

        // Debian's libraries.
        .target(
            name: "CGStreamer",
            dependencies: ["CGStreamerLibraries"],
            publicHeadersPath: "include"),
        .systemLibrary(
            name: "CGStreamerLibraries",
            pkgConfig:
                "gstreamer-app-1.0 gstreamer-video-1.0 gstreamer-audio-1.0 gstreamer-pbutils-1.0 gstreamer-tag-1.0",
            providers: [.apt(["libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev"])]),
        .target(name: "CCurl", dependencies: ["CCurlLibraries"], publicHeadersPath: "include"),
        .systemLibrary(
            name: "CCurlLibraries", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CEpoll"),
        .systemLibrary(name: "CGnuTLS", pkgConfig: "gnutls", providers: [.apt(["libgnutls28-dev"])]),
        .systemLibrary(name: "CNGHTTP2", pkgConfig: "libnghttp2", providers: [.apt(["libnghttp2-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CISAL", pkgConfig: "libisal", providers: [.apt(["libisal-dev"])]),
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
        // Which stage a thread is in, for when it crashes there.
        .target(name: "CStageTrace", publicHeadersPath: "include"),
        // The symbol by which AssetWriting finds the codecs of the program.
        .target(name: "CLinkedCodecs", publicHeadersPath: "include"),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    ] + plugins + fuzzer,
    swiftLanguageModes: [.v6]
)
