import Mimeograph
import MimeographJSON
import MimeographJSONPatch

/// The command that applies a patch to a JSON document, or makes a patch.
enum ApplyCommand: Command {
    static let name = "apply"
    static let summary = "Applies a JSON Patch or a merge patch to a JSON document, and shows the result."
    static let operands = "PATCH FILE|-"
    static let examples = [
        (line: "apply patch.json user.json", meaning: "Applies a JSON Patch."),
        (line: "apply merge.json user.json > changed.json", meaning: "Applies a merge patch, and stores the result."),
        (line: "apply patch.json -", meaning: "Patches standard input."),
    ]
    static let details = """
        An array is a JSON Patch (RFC 6902). Any other patch, and every patch with --merge, is a merge patch (RFC 7396).
        The document is read as JSON, unless --type, --head-file or the file's extension names another type, and shown as
        `mimeo decode` shows it. If an operation fails, nothing is shown, and the error names the operation.
        With --make, PATCH is a document too, and the output is the patch that turns FILE into it.
        """
    static let options =
        [
            OptionDeclaration("merge", help: "Treats the patch as a merge patch, or makes one."),
            OptionDeclaration("make", help: "Shows the patch that turns FILE into the document called PATCH."),
        ] + Settings.reading + [Settings.coloring]

    static func run(_ arguments: Arguments, console: Console) throws -> ExitCode {
        var settings = try Settings(arguments)
        guard let patchPath = arguments.operands.first, !patchPath.isEmpty, !patchPath.hasSameBytes(as: "-") else {
            throw UsageError("name a patch in a file; only the document may come from standard input")
        }
        let rest = arguments.withoutFirstOperand()
        if settings.contentType == nil, settings.headPath == nil,
            rest.operands.first.flatMap(Formats.mediaType(ofPath:)) == nil
        {
            settings.contentType = "application/json"
        }
        let reporter = Reporter(console, settings)
        let registry = try Formats.registry(settings)
        let source = try ResponseSource(rest, settings, console)
        let patch = try FileReading.read(path: patchPath, atMost: settings.limits.inputBytes + 1)
        reporter.remark(source.summary)
        do throws(SerializationError) {
            try source.checkSize()
            let document = try registry.read(JSON.self, from: source.body, head: source.head)
            // Nulls stay, because they have a meaning in a patch.
            let change = try JSON(parsing: patch, limits: settings.limits)
            let result = try result(of: change, to: document, arguments, settings, reporter)
            ValuePrinter(settings, console).write(result, to: console.output)
            return .success
        } catch {
            reporter.report(error)
            if let failure = error.patchFailure { reporter.remark("at the pointer \(VisibleText(failure.pointer))") }
            return .badBody
        }
    }

    private static func result(
        of change: JSON,
        to document: JSON,
        _ arguments: Arguments,
        _ settings: Settings,
        _ reporter: Reporter
    ) throws(SerializationError) -> JSON {
        let isMerge = arguments.has("merge")
        if arguments.has("make") { return try difference(from: document, to: change, isMerge: isMerge) }
        return try apply(change, to: document, isMerge: isMerge || change.array == nil, settings, reporter)
    }

    private static func apply(
        _ patch: JSON,
        to document: JSON,
        isMerge: Bool,
        _ settings: Settings,
        _ reporter: Reporter
    ) throws(SerializationError) -> JSON {
        if isMerge {
            reporter.remark("a merge patch")
            return document.applying(JSONMergePatch(patch))
        }
        let patch = try JSONPatchSerializer().read(patch.serialized(), limits: settings.limits)
        let count = patch.operations.count
        reporter.remark("a JSON Patch of \(count) \(count == 1 ? "operation" : "operations")")
        return try document.applying(patch, limits: settings.limits)
    }

    private static func difference(from old: JSON, to new: JSON, isMerge: Bool) throws(SerializationError) -> JSON {
        if isMerge { return try JSONMergePatch(from: old, to: new).document }
        // The patch is made from two documents that are within the limits, but may be larger and deeper than both.
        let limits = DecodingLimits(inputBytes: .max, depth: .max, elements: .max)
        return try JSON(parsing: JSONPatchSerializer().encode(JSONPatch(from: old, to: new)), limits: limits)
    }
}
