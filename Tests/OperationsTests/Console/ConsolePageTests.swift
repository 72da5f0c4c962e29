@testable import Operations
import Testing

@Suite struct ConsolePageTests {
    @Test func thePageLoadsOnlyItsOwnFiles() throws {
        let page = try #require(ConsolePage.files["/"]).text
        let loaded = page.matches(of: /(?:src|href)="([^"#]+)"/).map { "/\($0.1)" }
        #expect(loaded.sorted() == ["/console.css", "/console.js", "/console.svg"])
        #expect(loaded.allSatisfy { ConsolePage.files[$0] != nil })
        for (path, file) in ConsolePage.files where path != "/" {
            let urls = file.text.matches(of: /https?:\/\/[^\s'"`]+/).map { String($0.0) }
            #expect(urls.allSatisfy { $0.hasPrefix("http://www.w3.org/2000/svg") }, "\(path): \(urls)")
        }
    }

    @Test func thePolicyBlocksInlineScriptsAndThePageHasNone() throws {
        #expect(!ConsolePage.contentSecurityPolicy.contains("unsafe"))
        let page = try #require(ConsolePage.files["/"]).text
        #expect(!page.contains(/<script(?![^>]*src=)|<style| style=| on[a-z]+=/))
        let script = try #require(ConsolePage.files["/console.js"]).text
        #expect(!script.contains(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function/))
    }

    @Test func allElementsThatTheScriptUsesAreInThePage() throws {
        let page = try #require(ConsolePage.files["/"]).text
        let script = try #require(ConsolePage.files["/console.js"]).text
        let used = Set(script.matches(of: /byId\('([a-z-]+)'\)/).map { String($0.1) })
        #expect(used.count > 20)
        #expect(used.allSatisfy { page.contains("id=\"\($0)\"") }, "\(used)")
    }
}
