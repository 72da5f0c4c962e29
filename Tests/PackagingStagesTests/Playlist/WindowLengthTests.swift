import PackagingStages
import StageKit
import Testing

@Suite struct WindowLengthTests {
    private func problem(_ text: String) -> OptionProblem? {
        do throws(OptionProblem) {
            _ = try WindowLength(option: OptionNode(text))
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: ["10", "1", "2h", "90s", "1000000"]) func bothFormsAreReadBackAsWritten(text: String) throws {
        let length = try WindowLength(option: OptionNode(text))
        #expect(try WindowLength(option: OptionNode(length.optionText)) == length)
    }

    @Test func invalidWindowIsReported() {
        #expect(problem("many")?.message == "'many' is not a number of segments or duration")
        #expect(problem("0")?.code == .outOfRange && problem("0")?.expected == "1 to 1000000")
        #expect(problem("500ms")?.code == .outOfRange)
        #expect(problem("3 days")?.code == .wrongUnit)
    }
}
