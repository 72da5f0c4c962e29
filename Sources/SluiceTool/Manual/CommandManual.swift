import StageKit

/// The manual pages of the tool and of its commands, generated from the definitions that the help is generated from.
enum CommandManual {
    /// Returns the name of the page of a command.
    static func name(of command: any Command.Type) -> String { "\(Tool.name)-\(command.name)" }

    /// Returns the page of a command.
    static func page(_ command: any Command.Type) -> ManualPage {
        var page = ManualPage(name(of: command), section: 1, abstract: command.abstract)
        page.addSection("Synopsis")
        page.addSynopsis("\(Tool.name) \(command.name)", "[OPTION…] \(command.usage)")
        page.addSection("Description")
        page.addParagraph(command.abstract)
        page.addSection("Options")
        for option in CommandOption.all(of: command) {
            page.addItem(term(option), StageReference.sentence(option.help))
        }
        if command.acceptsGStreamerOptions {
            page.addItem(
                ManualPage.bold("--help-gst"),
                "Help for the options of GStreamer, such as --gst-debug=LEVEL, which the command also accepts.")
        }
        if !command.examples.isEmpty {
            page.addSection("Examples")
            page.addListing(command.examples.map { "\(Tool.name) \(command.name) \($0)" })
        }
        page.addSection("Exit status")
        page.addParagraph("The exit codes are listed in \(Tool.name)(1).")
        page.addReferences(["\(Tool.name).1", PipelineManual.name + ".5"])
        return page
    }

    /// Returns the page of the tool, with the list of commands.
    static var overview: ManualPage {
        var page = ManualPage(Tool.name, section: 1, abstract: Tool.abstract)
        page.addSection("Synopsis")
        page.addSynopsis(Tool.name, "COMMAND [OPTION…] …")
        page.addSection("Description")
        page.addParagraph(
            "\(Tool.name) runs media pipelines. A pipeline file names stages and their connections: cameras, files and "
                + "network streams, encoders, packaging as HLS and DASH with fragmented MP4, and the storage, serving or "
                + "upload of the result. '\(Tool.name) \(PipelinesCommand.name)' lists examples, and "
                + "'\(Tool.name) \(RunCommand.name) live-test-pattern' runs one of them.")
        page.addSection("Commands")
        for command in Tool.commands {
            page.addItem(ManualPage.bold(name(of: command)) + "(1)", command.abstract)
        }
        page.addSection("Exit status")
        for (code, meaning) in ExitCode.meanings {
            page.addItem(ManualPage.bold("\(code)"), StageReference.sentence(meaning))
        }
        page.addSection("Environment")
        for (name, meaning) in environment { page.addItem(ManualPage.bold(name), meaning) }
        page.addSection("Files")
        for (path, meaning) in files { page.addItem(ManualPage.italic(path), meaning) }
        page.addReferences(
            [PipelineManual.name + ".5"] + Tool.commands.map { name(of: $0) + ".1" } + ["systemd.service.5"])
        return page
    }

    private static let environment = [
        (
            "SLUICE_PARAM_NAME",
            "Value of the parameter NAME of a pipeline file, in capitals, with underscores for hyphens."
        ),
        ("SLUICE_PLUGIN_PATH", "Folders that are searched for plugins, separated by colons."),
        ("NO_COLOR", "Disables colours if it is not empty. CLICOLOR and CLICOLOR_FORCE are also observed."),
        ("XDG_RUNTIME_DIR", "Folder of the list of runs and of their control sockets."),
        ("XDG_CACHE_HOME", "Folder of caches; ~/.cache by default."),
        ("SWIFTC", "Compiler of plugins; by default the first swiftc in PATH."),
    ]

    private static let files = [
        ("/etc/sluice", "Pipeline files of the systemd services sluice.service and sluice@NAME.service."),
        ("/var/lib/sluice", "Working directory of these services, with their output."),
        ("/usr/share/sluice/pipelines", "Example pipelines; in another prefix if the tool is installed there."),
        ("/usr/share/sluice/pipeline.schema.json", "JSON Schema of pipeline files, for editors."),
    ]

    private static func term(_ option: CommandOption) -> String {
        let names = ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? [])
        let value =
            switch option.form {
            case .flag, .counter: ""
            case .value(let placeholder), .list(let placeholder): " " + ManualPage.italic(placeholder)
            case .choice(let placeholder, _, _): "[=" + ManualPage.italic(placeholder) + "]"
            }
        return names.map(ManualPage.bold).joined(separator: ", ") + value
    }
}
