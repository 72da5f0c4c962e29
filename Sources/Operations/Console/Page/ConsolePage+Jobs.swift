extension ConsolePage {
    /// The panel of jobs, which do not belong to a pipeline.
    static let jobsScript = #"""
        /** Whether the listener has the route; false once it answers that there is none. */
        let hasJobs = true;

        async function refreshJobs() {
          if (!hasJobs) return;
          const answer = await request('jobs');
          if (answer.status === 404) return void (hasJobs = false);
          if (answer.ok) showJobs(await answer.json());
        }

        const jobState = (job) => job.problem ? ['unreadable', 'bad'] : job.isPublished ? ['published', 'good'] : job.failed.length ? ['failed tasks', 'bad'] : job.running.length ? ['running', 'good'] : ['waiting', ''];

        function jobText(job) {
          if (job.problem) return job.problem;
          const left = isNumber(job.secondsLeft) ? span(job.secondsLeft) + ' left' : null;
          const hosts = [...new Set(job.running.map((task) => task.host))];
          return [`${job.done} of ${count(job.tasks, 'task')} done`, percent(job.fraction), left,
            job.running.length && `${job.running.length} running on ${hosts.slice(0, 4).join(', ')}${hosts.length > 4 ? ', …' : ''}`].filter(Boolean).join(' · ');
        }

        function showJobs({jobs, isCut}) {
          byId('jobs-card').hidden = !jobs.length;
          setText(byId('jobs-total'), isCut ? `the first ${jobs.length}` : count(jobs.length, 'job'));
          reconcile(byId('jobs'), jobs, (job) => job.output, () => create('div', {class: 'row'},
            create('div', {class: 'top'}, create('b'), create('span', {class: 'pill'})), makeMeter(), create('small'), create('div', {class: 'failures'})), (row, job) => {
            const [text, level] = jobState(job);
            setText(row.children[0].children[0], job.output);
            setText(row.children[0].children[1], text);
            setClass(row.children[0].children[1], 'pill ' + level);
            setMeter(row.children[1], job.fraction, `${job.output}: ${percent(job.fraction)} done`, level === 'bad' ? 'bad' : '');
            setText(row.children[2], jobText(job));
            reconcile(row.children[3], job.failed, (task) => task.task, () => create('div', {}, create('p'), create('pre'), create('code')), (box, task) => {
              setText(box.children[0], `Task ${task.task} has failed. Repeat it with the command below its log.`);
              setText(box.children[1], task.log.join('\n'));
              setText(box.children[2], task.command);
            });
          });
        }
        """#
}
