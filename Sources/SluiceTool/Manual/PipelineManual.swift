import PipelineFile
import StageKit

/// The manual page of pipeline files, generated from their schema and the catalogue of stages.
enum PipelineManual {
    static let name = "sluice-pipeline"

    /// Returns the page for the stages in a catalogue.
    static func page(_ catalogue: StageCatalogue) -> ManualPage {
        var page = ManualPage(name, section: 5, abstract: "Pipeline files of \(Tool.name)")
        page.addSection("Description")
        page.addParagraph(
            "A pipeline file is a YAML mapping. It declares stages, their options and their connections. "
                + "'\(Tool.name) \(CheckCommand.name) FILE' reports all errors of a file with their lines, and "
                + "'\(Tool.name) \(PipelinesCommand.name) NAME' prints an example.")
        let schema = PipelineFileSchema(catalogue).document
        page.addSection("Keys")
        addKeys(schema, to: &page)
        page.addSection("Keys of a stage")
        addKeys(schema["$defs"]?["stage"] ?? .null, to: &page)
        page.addSection("Keys of a hook")
        addKeys(schema["$defs"]?["hook"] ?? .null, to: &page)
        page.addSection("Stages")
        for description in catalogue.descriptions { add(description, to: &page) }
        page.addReferences(["\(Tool.name).1", CommandManual.name(of: RunCommand.self) + ".1"])
        return page
    }

    /// Adds the properties of an object in a schema.
    private static func addKeys(_ object: JSONValue, to page: inout ManualPage) {
        for property in object["properties"]?.members ?? [] {
            guard case .string(let description)? = property.value["description"] else { continue }
            page.addItem(ManualPage.bold(property.key), description)
        }
    }

    private static func add(_ description: StageDescription, to page: inout ManualPage) {
        page.addSubsection(description.kind)
        page.addParagraph(
            "\(StageReference.sentence(description.abstract)) \(StageReference.flow(description)).")
        for option in description.options {
            add(option, to: &page)
            guard !option.members.isEmpty else { continue }
            page.beginIndent()
            for member in option.members { add(member, to: &page) }
            page.endIndent()
        }
    }

    private static func add(_ option: OptionDescription, to page: inout ManualPage) {
        let facts = ManualPage.italic(StageReference.facts(option))
        page.addItem("\(ManualPage.bold(option.key)): \(facts)", StageReference.sentence(option.help))
    }
}
