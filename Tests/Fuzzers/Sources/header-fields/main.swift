import FuzzerSupport
import Mimeograph

// An input is a list of edits, one per line: a byte for the kind, a name, a colon, a value. They are applied to `HeaderFields`
// and to a plain list that follows the same rules in the simplest way.
Fuzzer.run(longestInput: 1024) { input in
    var fields = HeaderFields()
    var model = FieldsModel()
    for line in input.split(separator: 0x0A) {
        guard let edit = Edit(line) else { continue }
        edit.apply(to: &fields)
        edit.apply(to: &model)
    }
    require(
        fields.lines.elementsEqual(model.lines) { $0.name == $1.name && $0.value == $1.value },
        "the fields are \(fields), and should be \(model.lines)"
    )
    check(fields)
    for line in model.lines {
        let values = model.values(of: line.name)
        require(fields.values(of: line.name) == values, "the values of \(line.name) are not \(values)")
        require(fields[line.name] == values.joined(separator: ", "), "\(line.name) is not \(values)")
        require(fields.contains(line.name.uppercased()), "\(line.name) is not found in capitals")
    }
}

/// Checks properties of all header fields, whatever edits were applied.
func check(_ fields: HeaderFields) {
    for line in fields {
        require(!line.name.isEmpty && line.name.utf8.allSatisfy(FieldsModel.isToken), "\(line.name) is not a token")
        require(
            line.value.utf8.allSatisfy { $0 != 0 && $0 != 0x0A && $0 != 0x0D },
            "the value of \(line.name) could begin another field"
        )
    }
    require(
        fields.description.utf8.filter { $0 == 0x0A }.count == max(0, fields.lines.count - 1),
        "lines are not lines"
    )

    // Printed with one field per line and parsed again, the fields are the same.
    var again = HeaderFields()
    for line in fields.map({ "\($0.name): \($0.value)" }) {
        guard let colon = line.utf8.firstIndex(of: 0x3A) else { continue }
        let value = String(decoding: line.utf8[line.utf8.index(after: colon)...], as: UTF8.self)
        do throws(HeaderFieldError) {
            try again.append(String(line[..<colon]), value)
        } catch {
            disagree("an existing line is rejected: \(error)")
        }
    }
    // Rejected fields are not printed.
    require(again.lines == fields.lines, "printed and parsed again, \(fields) became \(again)")
    require(again.lines.hashValue == fields.lines.hashValue, "equal fields have different hashes")

    if let type = fields.contentType {
        let printed: HeaderFields = ["Content-Type": type.description]
        require(printed.contentType == type, "as a field, \(type) is \(printed.contentType as Any)")
    }
    for error in fields.refused { require(!error.description.isEmpty, "the error has no description") }
}
