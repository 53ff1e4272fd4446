import FuzzerSupport
import Mimeograph
import MimeographForm

// An input is the body of a form. Any bytes are one; what can be wrong is how its names nest.
Fuzzer.run(longestInput: 2048) { input in
    let form: Form
    do throws(SerializationError) {
        form = try Form(parsing: input)
    } catch {
        disagree("any bytes are a form, and yet: \(error)")
    }
    FieldsCheck(input: input, form: form).run()
    for nesting in [FormNesting.brackets, .dots, .flat] {
        NestingCheck(input: input, form: form, nesting: nesting).run()
    }
}
