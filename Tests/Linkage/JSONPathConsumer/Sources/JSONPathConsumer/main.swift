import Mimeograph
import MimeographJSON
import MimeographJSONPath

let document = try JSON(parsing: #"[{"age":17},{"name":"Ada","age":36}]"#.utf8)
let node = try JSONPath("$[?@.age >= 18].name").nodes(in: document)[0]
print("found: \(node.value.string ?? ""), \(node.path)")
