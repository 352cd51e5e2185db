-- What people are shown of an attribute, whose key is for programs.
alter table attribute_definitions
  add column label text constraint attribute_definitions_label_length check (char_length(label) between 1 and 200),
  add column description text constraint attribute_definitions_description_length check (char_length(description) between 1 and 1000);
