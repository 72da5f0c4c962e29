// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors only if SLUICE_STRICT is set, as the Makefile does for tests: a manifest cannot tell whether its
/// package is the root, and a warning of a newer compiler must not fail the build of a package that depends on this one.
let strict: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (Context.environment["SLUICE_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])

/// A library of Debian. Its pkg-config files are used only where PKG_CONFIG_PATH selects another installation.
///
/// SwiftPM reads them in each package that depends on this one, also those of targets that it does not use, and warns
/// about each missing file. Module maps name the libraries to link, so only directories of headers are required: they
/// are in the file `standIn` in the target's folder. SwiftPM splits its path at spaces.
func library(_ name: String, pkgConfig: String, standIn: String? = nil, apt packages: [String]) -> Target {
    let path = standIn.map { "\(Context.packageDirectory)/Sources/\(name)/\($0)" }
    let isElsewhere = Context.environment["PKG_CONFIG_PATH"] != nil || path?.contains(" ") == true
    return .systemLibrary(name: name, pkgConfig: isElsewhere ? pkgConfig : path, providers: [.apt(packages)])
}

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

let pluginNames = ["TimecodeBurnIn", "LoudnessMeter", "SceneCut", "SegmentHook"]

/// The folders below `Plugins` that are linked into the tool: the names in SLUICE_STATIC_PLUGINS, separated by spaces.
let linkedPlugins = (Context.environment["SLUICE_STATIC_PLUGINS"] ?? "").split(separator: " ").map(String.init)

let plugins =
    pluginNames.flatMap(plugin)
    + linkedPlugins.filter { !pluginNames.contains($0) }.map { plugin($0)[0] }

let package = Package(
    name: "Sluice",
    products: [
        .executable(name: "sluice", targets: ["SluiceTool"]),
        // The module of pipelines, and the one of services.
        .library(name: "Sluice", targets: ["Sluice", "SluiceServices"]),
        .library(name: "StageKit", targets: ["StageKit"]),
        .library(name: "StageTesting", targets: ["StageTesting"]),
        // The same module with and without the codecs of GStreamer.
        .library(name: "AssetWriting", targets: ["AssetWriting", "GStreamerStages"]),
        .library(name: "AssetWritingCore", targets: ["AssetWriting"]),
        .library(name: "AssetDownloading", targets: ["AssetDownloading"]),
        .library(name: "AVFoundationCompatibility", targets: ["AVFoundationCompatibility"]),
    ],
    targets: [
        // Values and arithmetic: no operating system under them.
        target("Media"),
        target("ISOMedia", ["Media"]),
        target("MPEGTransport", ["Media"]),
        target("Matroska", ["Media"]),
        target("HLS", ["Media"]),
        target("DASH", ["Media"]),
        target("HLSRules", ["Media", "ISOMedia", "MPEGTransport", "HLS"]),
        // Digests and message authentication codes.
        target("Digests", ["Media", "CNettle"]),
        // The clocks of the operating system.
        target("SystemTime", ["Media"]),
        // Files of the operating system.
        target("SystemFiles", ["Media", "CMappedMemory"]),
        // Requests to servers by libcurl, with retries and rules for addresses.
        target("HTTPClient", ["SystemTime", "CCurl"]),
        // A record of published files, from which a later run continues after a crash.
        target("PublicationJournal", ["Media", "HLS", "SystemFiles"]),
        // Packaging of samples as segments, fragments, movies and text renditions.
        target("Packaging", ["Media", "ISOMedia"]),
        // Encryption of segments and samples, and its signalling. Nettle, on which GnuTLS is built, encrypts.
        target("ContentProtection", ["Media", "ISOMedia", "CNettle"]),
        // Content keys from files and key servers, by key period.
        // Expat reads documents of keys, and OpenSSL decrypts them.
        target(
            "ContentKeys",
            [
                "Media", "HLS", "ContentProtection", "HTTPClient", "CExpat", "COpenSSL",
            ]),
        target("AssetWriting", ["Media", "ISOMedia", "Packaging", "SystemFiles", "CLinkedCodecs"]),
        target("AssetDownloading", ["Media", "HLS", "HTTPClient", "SystemFiles", "SystemTime", "CISAL", "CPCRE2"]),
        target(
            "HLSValidator",
            [
                "Media", "ISOMedia", "MPEGTransport", "HLS", "HLSRules", "ContentProtection", "HTTPClient",
                "SystemFiles", "SystemTime",
            ]),

        // The framework: stages, the runtime of plans and the format of pipeline files.
        target("StageKit", ["Media", "SystemTime"]),
        target("PipelineRuntime", ["Media", "StageKit", "SystemFiles", "SystemTime", "CStageTrace"]),
        target("PipelineFile", ["Media", "StageKit", "PipelineRuntime", "SystemFiles", "CYAML"]),
        target("StageTesting", ["Media", "StageKit", "SystemTime"]),

        // The stages that come with it.
        target(
            "PackagingStages",
            [
                "Media", "ISOMedia", "Matroska", "MPEGTransport", "HLS", "HLSRules", "DASH", "Packaging",
                "PublicationJournal",
                "StageKit", "ContentProtection", "ProtectionStages", "SystemFiles", "SystemTime", "CZlib",
            ]),
        // Presentations of movie files, whose playlists and segments are computed when they are requested.
        target(
            "OnDemand",
            [
                "Media", "ISOMedia", "MPEGTransport", "HLS", "Packaging", "PackagingStages", "PipelineFile",
                "ProtectionStages", "StageKit", "SystemFiles",
            ]),
        target(
            "ProtectionStages",
            ["Media", "ISOMedia", "ContentProtection", "ContentKeys", "StageKit", "SystemTime"]),
        // ISOMedia, because GStreamer does not notice that a movie file is cut off; AssetWriting, whose codecs it is. The
        // product AssetWriting consists of these two, so each dependency lengthens the builds of its users.
        target(
            "GStreamerStages",
            [
                "Media", "ISOMedia", "MPEGTransport", "Matroska", "StageKit", "AssetWriting", "SystemFiles",
                "CGStreamer",
            ]),
        // AssetDownloading selects the renditions of a presentation, whose media the other two read and decode.
        target(
            "ReadingStages",
            [
                "Media", "HLS", "ContentProtection", "StageKit", "AssetDownloading", "PackagingStages",
                "GStreamerStages", "ProtectionStages", "SystemFiles", "Matroska",
            ]),

        // AVFoundation's names for the libraries above.
        target(
            "AVFoundationCompatibility",
            [
                "Media", "ISOMedia", "AssetWriting", "AssetDownloading", "GStreamerStages", "StageKit", "SystemFiles",
                "SystemTime",
            ]),

        // An HTTP server: decisions are values, and each thread waits for its sockets.
        target(
            "HTTPServer", ["Media", "Digests", "StageKit", "SystemFiles", "CEpoll", "CGnuTLS", "CNGHTTP2", "CZlib"]),

        // The origin, stores and movies. HTTPClient sends transfers to stores.
        target(
            "HTTPStages",
            [
                "Media", "ISOMedia", "HLS", "Digests", "ContentProtection", "ContentKeys", "HTTPClient", "HTTPServer",
                "StageKit", "OnDemand", "SystemFiles", "CZlib",
            ]),

        // Pipelines inside programs.
        target(
            "Sluice",
            [
                "Media", "HLS", "Digests", "StageKit", "PipelineRuntime", "PipelineFile", "PackagingStages",
                "ProtectionStages", "GStreamerStages", "ReadingStages", "HTTPClient", "HTTPStages", "SystemTime",
            ]),

        // VOD jobs that are divided into tasks for many machines.
        target(
            "EncodingJobs",
            [
                "Media", "ISOMedia", "StageKit", "PipelineRuntime", "PipelineFile", "PackagingStages", "SystemFiles",
                "SystemTime", "Digests",
            ]),

        // Runs and services as their operators see them: the directory of runs, supervision, the admin listener.
        target(
            "Operations",
            [
                "Media", "HLS", "HLSRules", "HLSValidator", "HTTPClient", "StageKit", "PipelineRuntime", "PipelineFile",
                "HTTPServer", "HTTPStages", "Sluice", "SystemFiles", "SystemTime",
            ]),

        // Services of pipelines inside programs.
        target(
            "SluiceServices",
            ["StageKit", "PipelineRuntime", "PipelineFile", "Sluice", "Operations", "SystemTime"]),

        // The tool. Its target is not called sluice, since a file system may ignore case.
        .executableTarget(
            name: "SluiceTool",
            dependencies: [
                "Sluice", "Operations", "EncodingJobs",
                "Media", "ISOMedia", "MPEGTransport", "Matroska", "HLS", "AssetWriting", "AssetDownloading",
                "HLSRules", "HLSValidator", "StageKit", "PipelineRuntime", "PipelineFile", "Packaging",
                "PackagingStages", "ProtectionStages",
                "ContentProtection", "ContentKeys", "GStreamerStages", "ReadingStages", "OnDemand", "HTTPServer",
                "HTTPStages", "StageTesting",
                "SystemFiles", "SystemTime", "CGStreamer", "CLinkedPlugins",
            ] + linkedPlugins.map { .target(name: $0) },
            swiftSettings: strict,
            // Plugins use the SDK in the tool itself; a second copy would have different types.
            linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic"])]),

        // Tests mirror the targets; only the last four need GStreamer or a server.
        tests("MediaTests", ["Media"]),
        tests("SystemFilesTests", ["Media", "SystemFiles"]),
        tests("ISOMediaTests", ["Media", "ISOMedia"]),
        tests("MPEGTransportTests", ["Media", "MPEGTransport"]),
        tests("MatroskaTests", ["Media", "Matroska", "OutsidePrograms", "CZlib"]),
        tests("HLSTests", ["Media", "ISOMedia", "HLS", "ScriptedMedia"]),
        tests("PublicationJournalTests", ["Media", "HLS", "PublicationJournal", "ScriptedMedia"]),
        tests("DASHTests", ["Media", "DASH"]),
        tests(
            "HLSRulesTests",
            [
                "Media", "ISOMedia", "MPEGTransport", "HLS", "HTTPClient", "ContentKeys", "ContentProtection",
                "HLSRules",
                "HLSValidator", "Packaging", "PackagingStages", "ProtectionStages", "StageKit", "StageTesting",
            ],
            exclude: ["Scripts"]),
        // Scripted tracks and judges of movies.
        .target(
            name: "ScriptedMedia", dependencies: ["Media", "ISOMedia", "Packaging"], path: "Tests/ScriptedMedia",
            swiftSettings: strict),
        // Programs of other packages, built with the modules of the tests' build.
        .target(name: "OutsidePrograms", path: "Tests/OutsidePrograms", swiftSettings: strict),
        tests("ContentProtectionTests", ["Media", "ISOMedia", "ContentProtection"]),
        tests(
            "ContentKeysTests", ["Media", "ContentProtection", "ContentKeys", "HTTPClient", "StageTesting"],
            exclude: ["Scripts"]),
        tests(
            "ProtectionStagesTests",
            [
                "Media", "ISOMedia", "Packaging", "ContentProtection", "ContentKeys", "StageKit", "ProtectionStages",
                "StageTesting", "ScriptedMedia",
            ]),
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
                "StageTesting", "CZlib",
            ]),
        tests(
            "OnDemandTests",
            [
                "Media", "ISOMedia", "Packaging", "PackagingStages", "ProtectionStages", "StageKit", "StageTesting",
                "OnDemand", "SystemFiles", "ScriptedMedia",
            ]),
        tests(
            "GStreamerStagesTests",
            [
                "Media", "HLS", "StageKit", "GStreamerStages", "ReadingStages", "HTTPStages", "PackagingStages",
                "StageTesting", "PipelineRuntime", "OutsidePrograms",
            ]),
        tests("DigestsTests", ["Media", "Digests"]),
        tests("HTTPServerTests", ["Media", "HTTPServer", "SystemFiles"]),
        tests(
            "HTTPStagesTests",
            [
                "Media", "HLS", "ContentProtection", "ContentKeys", "HTTPClient", "HTTPServer", "StageKit", "OnDemand",
                "HTTPStages", "StageTesting", "SystemTime", "ScriptedMedia",
            ],
            exclude: ["Scripts"]),
        tests(
            "AssetWritingMediaTests",
            ["Media", "ISOMedia", "Packaging", "AssetWriting", "SystemFiles", "GStreamerStages", "OutsidePrograms"]),
        tests(
            "SluiceTests",
            [
                "Media", "HLS", "StageKit", "StageTesting", "PipelineRuntime", "PipelineFile", "Sluice",
                "SluiceServices", "SystemTime", "OutsidePrograms",
            ]),
        tests(
            "OperationsTests",
            [
                "Media", "HLS", "HTTPClient", "StageKit", "StageTesting", "PipelineRuntime", "PipelineFile",
                "HTTPStages", "Sluice", "Operations", "SystemTime", "OutsidePrograms",
            ],
            exclude: ["Scripts"]),
        tests(
            "EncodingJobsTests",
            ["Media", "StageKit", "PipelineRuntime", "PipelineFile", "PackagingStages", "EncodingJobs"]),
        tests(
            "AVFoundationCompatibilityTests",
            ["Media", "AssetWriting", "AVFoundationCompatibility", "ScriptedOrigin"]),
        tests(
            "EndToEndTests",
            [
                "SluiceTool", "Media", "HLS", "HLSRules", "StageKit", "OnDemand", "Packaging", "HTTPServer",
                "HTTPStages", "SystemTime", "ContentProtection",
                "AVFoundationCompatibility", "OutsidePrograms",
            ],
            exclude: ["Scripts"]),

        // The parsers of untrusted input, as a fuzzer calls them; the tests replay its findings.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "Media", "ISOMedia", "MPEGTransport", "Matroska", "HLS", "HLSRules", "HLSValidator",
                "AssetDownloading", "HTTPClient", "HTTPServer", "PublicationJournal", "StageKit", "PipelineFile",
                "PackagingStages", "HTTPStages",
                "Sluice", "Operations", "ContentProtection", "ContentKeys", "EncodingJobs", "OnDemand", "SystemFiles",
                "SystemTime",
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
        .executableTarget(
            name: "PresentationViewers", path: "Benchmarks/Viewers", linkerSettings: [.linkedLibrary("m")]),

        // Debian's libraries.
        .target(
            name: "CGStreamer",
            dependencies: ["CGStreamerLibraries"],
            publicHeadersPath: "include"),
        library(
            "CGStreamerLibraries",
            pkgConfig:
                "gstreamer-app-1.0 gstreamer-video-1.0 gstreamer-audio-1.0 gstreamer-pbutils-1.0 gstreamer-tag-1.0",
            standIn: "gstreamer.pc", apt: ["libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev"]),
        .target(name: "CCurl", dependencies: ["CCurlLibraries"], publicHeadersPath: "include"),
        library("CCurlLibraries", pkgConfig: "libcurl", apt: ["libcurl4-openssl-dev"]),
        .systemLibrary(name: "CEpoll"),
        library("CGnuTLS", pkgConfig: "gnutls", apt: ["libgnutls28-dev"]),
        .target(name: "CExpat", dependencies: ["CExpatLibraries"], publicHeadersPath: "include"),
        library("CExpatLibraries", pkgConfig: "expat", apt: ["libexpat1-dev"]),
        library("COpenSSL", pkgConfig: "openssl", apt: ["libssl-dev"]),
        library("CNettle", pkgConfig: "nettle", apt: ["nettle-dev"]),
        library("CNGHTTP2", pkgConfig: "libnghttp2", apt: ["libnghttp2-dev"]),
        library("CZlib", pkgConfig: "zlib", apt: ["zlib1g-dev"]),
        library("CISAL", pkgConfig: "libisal", apt: ["libisal-dev"]),
        library("CPCRE2", pkgConfig: "libpcre2-8", apt: ["libpcre2-dev"]),
        // Which stage a thread is in, for when it crashes there.
        .target(name: "CStageTrace", publicHeadersPath: "include"),
        // Mappings of files that may be truncated.
        .target(name: "CMappedMemory", publicHeadersPath: "include"),
        // The names of the plugins that are linked into the tool.
        .target(
            name: "CLinkedPlugins", publicHeadersPath: "include",
            cSettings: linkedPlugins.isEmpty
                ? [] : [.define("SLUICE_STATIC_PLUGINS", to: linkedPlugins.joined(separator: ","))]),
        // The symbol by which AssetWriting finds the codecs of the program.
        .target(name: "CLinkedCodecs", publicHeadersPath: "include"),
        library("CYAML", pkgConfig: "yaml-0.1", apt: ["libyaml-dev"]),
    ] + plugins + fuzzer,
    swiftLanguageModes: [.v6]
)
