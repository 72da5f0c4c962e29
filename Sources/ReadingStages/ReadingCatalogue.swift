package import StageKit

/// Registers the stages that read files and presentations, and that decode files.
package func registerReadingStages(_ catalogue: inout StageCatalogue) {
    catalogue.register(FileRead.self)
    catalogue.register(FileDecode.self)
    catalogue.register(ReadHLS.self)
    catalogue.register(DecodeHLS.self)
}
