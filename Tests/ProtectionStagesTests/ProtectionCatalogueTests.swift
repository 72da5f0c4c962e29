import ProtectionStages
import StageKit
import Testing

struct ProtectionCatalogueTests {
    @Test func stagesAreRegisteredOnce() {
        var catalogue = StageCatalogue()
        registerProtectionStages(&catalogue)
    }
}
