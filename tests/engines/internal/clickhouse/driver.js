// Runs ClickHouse in this process, as the package chdb has it. Reads statements,
// one JSON string on each line, and answers each with one line: a JSON object with
// the rows or the error. The engine reads config.xml in the working directory.
//
//	node driver.js node_modules/chdb data
const { Session } = require(process.argv[2]);
const db = new Session(process.argv[3]);
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  let answer;
  try {
    // Each line is an array of JSON. JSON.parse would round large integers.
    const rows = db.query(JSON.parse(line), 'JSONCompactEachRow').split('\n').filter((row) => row);
    answer = '{"rows":[' + rows.join(',') + ']}';
  } catch (e) {
    answer = JSON.stringify({ error: e.message });
  }
  process.stdout.write(answer + '\n');
});
